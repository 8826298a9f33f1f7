// What holds for every preprocessing step, with every kind of parameters.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/steps/builtin_steps.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using List = ParamValue::List;

struct Case {
  std::string name;
  Params params{};
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name << c.params.Canonical(); }

std::vector<Case> Cases() {
  const Params image{{"image", List{2, 2}}, {"channels", 2}};
  Params box = image, planes = image;
  box.Set("box", List{1, 2});
  planes.Set("output_layout", "planar");
  return {{"impute"},
          {"impute", {{"statistic", "median"}}},
          {"minmax"},
          {"minmax", {{"low", -1}, {"high", 3}}},
          {"standardise"},
          {"max_norm"},
          {"rms_norm"},
          {"unit_norm"},
          {"unit_norm", {{"norm", "l1"}}},
          {"scale", {{"factor", -2.5}}},
          {"binarise"},
          {"binarise", {{"threshold", 0.5}}},
          {"binarise", {{"threshold", -0.5}}},
          {"one_hot", {{"columns", List{0, 2}}}},
          {"one_hot", {{"columns", List{1, 0, 2, 6}}}},
          {"pca", {{"k", 3}}},
          {"pca", {{"k", 2}, {"whiten", true}}},
          {"standardise_part"},
          {"append_constant"},
          {"append_constant", {{"value", 0}}},
          {"angle"},
          {"angle", {{"scale", 2}, {"channels", 4}}},
          {"crop", box},
          {"crop", planes}};
}

// Columns 0-2 are codes 0 … 3, mostly 0; 3, 4 and 7 of both signs, mostly 0; 5 never 0; 6 constant.
Matrix Rows(Index n, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kTest, 0);
  Matrix x = Matrix::Zero(n, 8);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < 8; ++j) {
      const double gaussian = stream.Gaussian();
      if (stream.Below(3) == 0)
        x(i, j) = j < 3 ? std::min(3.0, std::floor(2 * std::abs(gaussian))) : gaussian;
    }
    x(i, 5) = 1 + stream.Uniform();
    x(i, 6) = 2;
  }
  return x;
}

Matrix Applied(const FittedStep& step, const Examples& x) { return ToDense(step.Apply(x)).dense(); }

TEST(PreprocessRegistry, HasACaseForEveryStep) {
  std::set<std::string> names;
  for (const Case& one : Cases()) names.insert(one.name);
  for (const std::string& name : PreprocessRegistry().Names()) EXPECT_TRUE(names.contains(name));
}

// The same rows without every seventh value, where the step fills it in.
Matrix Given(const Case& one, Matrix x) {
  if (one.name != "impute") return x;
  for (Index at = 3; at < x.size(); at += 7) x.data()[at] = std::nan("");
  return x;
}

class EveryStep : public ::testing::TestWithParam<Case> {
 protected:
  std::unique_ptr<FittedStep> Fit(const Examples& train) const {
    return FitStep(GetParam().name, GetParam().params, train);
  }

  const Matrix train_ = Given(GetParam(), Rows(40, 3));
  const Matrix test_ = Given(GetParam(), Rows(25, 4));
};

// To 1e-12 of the largest value: sums in another order.
TEST_P(EveryStep, IsEqualOnDenseAndSparseRows) {
  for (const Matrix* x : {&train_, &test_}) {
    const Matrix dense = Applied(*Fit(train_), *x);
    const double bound = 1e-12 * dense.cwiseAbs().maxCoeff();
    for (const bool sparse_train : {false, true}) {
      const auto step = Fit(sparse_train ? ToSparse(train_) : Examples(train_));
      EXPECT_LE((dense - Applied(*step, ToSparse(*x))).cwiseAbs().maxCoeff(), bound);
      EXPECT_LE((dense - Applied(*step, *x)).cwiseAbs().maxCoeff(), bound);
    }
    EXPECT_TRUE(dense.cols() != x->cols() || MissingValues(*x) > 0 ||
                (dense - *x).cwiseAbs().maxCoeff() > 0.1);
    EXPECT_EQ(MissingValues(dense), 0);
  }
}

// Of minmax and one_hot only the rows tell.
TEST_P(EveryStep, SaysWhetherSparseRowsStaySparse) {
  const Case& one = GetParam();
  if (one.name == "minmax" || one.name == "one_hot") return;
  const Examples train = ToSparse(train_);
  EXPECT_EQ(Fit(train)->Apply(train).is_sparse(), StepKeepsSparsity(one.name, one.params));
}

TEST_P(EveryStep, MapsEachRowByItself) {
  const auto step = Fit(train_);
  const Matrix all = Applied(*step, test_);
  const double bound = 1e-14 * all.cwiseAbs().maxCoeff();
  for (Index i = 0; i < test_.rows(); ++i) {
    for (const Examples& row : {Examples(Matrix(test_.row(i))), ToSparse(Matrix(test_.row(i)))})
      EXPECT_LE((Applied(*step, row) - all.row(i)).cwiseAbs().maxCoeff(), bound) << i;
  }
}

// The rows to apply to never change what was fitted.
TEST_P(EveryStep, LearnsFromTheTrainingPartOnly) {
  const auto step = Fit(train_);
  const Matrix before = Applied(*step, test_);
  step->Apply(Matrix(1000 * test_));
  step->Apply(Matrix(Matrix::Constant(3, 8, 17)));
  EXPECT_EQ(Applied(*step, test_), before);
  EXPECT_EQ(Applied(*Fit(train_), test_), before);
}

TEST_P(EveryStep, SaysColumnsAndBytesBeforehand) {
  const auto step = Fit(train_);
  const auto dim = StepOutputDim(GetParam().name, GetParam().params, 8);
  if (dim) {
    EXPECT_EQ(*dim, step->output_dim());
  }
  for (const Examples& x : {Examples(test_), ToSparse(test_)}) {
    const Examples made = step->Apply(x);
    EXPECT_EQ(made.cols(), step->output_dim());
    const double said = step->OutputBytes(x), held = static_cast<double>(made.Bytes());
    EXPECT_GE(said, held);
    if (!made.is_sparse()) {
      EXPECT_EQ(said, held);
    }
  }
}

// What every reader of sparse rows relies on.
TEST_P(EveryStep, SparseRowsAreCompressedAndInOrder) {
  const Examples made = Fit(train_)->Apply(ToSparse(test_));
  if (!made.is_sparse()) return;
  ASSERT_TRUE(made.sparse().isCompressed());
  for (Index i = 0; i < made.rows(); ++i) {
    Index before = -1;
    for (SparseMatrix::InnerIterator it(made.sparse(), i); it; ++it) {
      EXPECT_GT(it.col(), before);
      before = it.col();
    }
  }
}

TEST_P(EveryStep, MakesNoRowsOfNoRows) {
  const Examples none = Fit(train_)->Apply(Matrix(0, 8));
  EXPECT_EQ(none.rows(), 0);
  EXPECT_EQ(none.cols(), Fit(train_)->output_dim());
}

INSTANTIATE_TEST_SUITE_P(All, EveryStep, ::testing::ValuesIn(Cases()), [](const auto& test) {
  return test.param.name + std::to_string(test.index);
});

// Rows that become dense are refused before memory is taken: 2^28 + 2^10 values.
TEST(FittedStep, RefusesToFillAMatrixThatIsTooLarge) {
  SparseMatrix wide(1 << 10, (1 << 18) + 1);
  for (Index j = 0; j < wide.cols() / 2; ++j) wide.insert(0, j) = -1;
  wide.makeCompressed();
  for (const char* name : {"minmax", "standardise", "angle"}) {
    const auto step = FitStep(name, {}, wide);
    const std::string columns = name == std::string("angle") ? "524290" : "262145";
    EXPECT_EQ(testing::FaultOf([&] { step->Apply(wide); }),
              std::string("preprocessing step '") + name + "' makes a dense matrix of 1024 x " +
                  columns + " values; expected at most 268435456 values");
  }
}

TEST(FitStep, NeedsARow) {
  for (const std::string& name : {std::string("minmax"), std::string("standardise")}) {
    EXPECT_EQ(testing::FaultOf([&] { FitStep(name, {}, Matrix(0, 3)); }),
              "preprocessing step '" + name + "': no training rows; expected at least one");
  }
}

TEST(FitStep, RefusesUnknownNamesParametersAndNoRows) {
  const Matrix train = Rows(5, 1);
  EXPECT_EQ(testing::Message([&] { FitStep("minmx", {}, train); }),
            "unknown preprocessing step 'minmx'; did you mean 'minmax'? known: impute, minmax, "
            "standardise, standardise_part, max_norm, rms_norm, unit_norm, scale, binarise, "
            "one_hot, pca, append_constant, angle, crop");
  EXPECT_THROW(FitStep("minmax", {{"lo", 0}}, train), InvalidInput);
  EXPECT_THROW(FitStep("max_norm", {}, Matrix(0, 2)), InvalidInput);
}

}  // namespace
}  // namespace mercer
