// Features of sparse rows in the pipeline.

#include "experiments/run/trial/pipeline.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/run/trial/trial_run.h"

namespace mercer {
namespace {

struct Rows {
  Matrix x;
  Vector y;
};

// Rows of 0 and 1 with one 1 in every eight columns, as one-hot columns have, and labels that no
// column tells by itself: whether the first two groups are in the same half.
Rows BinaryRows(Index n, Index d, std::uint64_t index) {
  RandomStream stream(5, StreamPurpose::kTest, index);
  Rows rows{Matrix::Zero(n, d), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    for (Index group = 0; group < d / 8; ++group)
      rows.x(i, 8 * group + static_cast<Index>(stream.Below(8))) = 1;
    const bool first = rows.x.row(i).segment(0, 4).sum() > 0;
    const bool second = rows.x.row(i).segment(8, 4).sum() > 0;
    rows.y[i] = first == second ? 1 : -1;
  }
  return rows;
}

Trial TaylorTrial() {
  Trial trial;
  trial.cell.kernel = {"gaussian", {{"sigma", 2.0}}};
  trial.cell.map = NamedParams{"taylor", {{"degree", 3}}};
  trial.cell.num_random_features = 1;
  trial.cell.learner = NamedParams{
      "liblinear", {{"solver", "l2r_l2loss_svc"}, {"cost", 1.0}, {"bias", 1.0}, {"eps", 1e-3}}};
  return trial;
}

TEST(Pipeline, SparseTaylorFeaturesPredictAsDenseOnes) {
  const Rows train = BinaryRows(1000, 40, 0), test = BinaryRows(300, 40, 1);
  const Examples sparse_train = ToSparse(train.x), sparse_test = ToSparse(test.x);
  const Trial trial = TaylorTrial();
  PhaseTimes times;
  const Machinery machinery = MakeMachinery(trial, sparse_train);
  const auto map = DrawMap(trial, machinery, sparse_train, times);
  const Examples sparse = Features(*map, sparse_train, 2), dense = Features(*map, train.x, 2);
  ASSERT_TRUE(sparse.is_sparse());
  ASSERT_FALSE(dense.is_sparse());
  EXPECT_EQ(sparse.StoredValues(), 1000 * 56);  // C(5 + 3, 3) monomials of five ones
  const auto from_sparse = machinery.learner->Fit({.x = sparse, .y = train.y});
  const auto from_dense = machinery.learner->Fit({.x = dense, .y = train.y});
  const Vector predicted = from_sparse->Predict(Features(*map, sparse_test, 1));
  EXPECT_EQ(predicted, from_dense->Predict(Features(*map, test.x, 1)));

  const Parts parts{sparse_train, train.y, sparse_test, test.y};
  const MappedParts mapped = MapTraining(trial, machinery, sparse_train, 1, times);
  EXPECT_FALSE(mapped.train_rows->computes()) << "LIBLINEAR takes rows in memory";
  const Scored scored = FitAndScore(trial, machinery, mapped, parts, 1, times);
  EXPECT_EQ(scored.accuracy, (predicted.array() == test.y.array()).cast<double>().mean());
  EXPECT_GT(scored.accuracy, 0.8);
}

TEST(Pipeline, StreamedTaylorFeaturesStaySparse) {
  const Rows train = BinaryRows(400, 40, 0), test = BinaryRows(100, 40, 1);
  const Examples x = ToSparse(train.x), test_x = ToSparse(test.x);
  Trial trial = TaylorTrial();
  trial.cell.learner = NamedParams{"pegasos", {{"lambda", 0.01}, {"epochs", 2}}};
  PhaseTimes times;
  const Machinery machinery = MakeMachinery(trial, x);
  ASSERT_TRUE(machinery.streams);
  const MappedParts mapped = MapTraining(trial, machinery, x, 1, times);
  const FeatureMap& map = *mapped.map;
  // Made dense, the 12,341 features of a row would take a hundred times as long as its 56.
  const RowSource& source = *mapped.train_rows;
  ASSERT_TRUE(source.is_sparse());
  ASSERT_TRUE(source.computes());
  EXPECT_EQ(times.transform_train, 0);
  Examples buffer;
  const HeldRows range = source.Range(100, 50, buffer);
  EXPECT_EQ(range.held, &buffer);
  EXPECT_EQ(Matrix(buffer.sparse()), map.Transform(x.SelectRange(100, 50)));
  const Examples dense = train.x;
  EXPECT_FALSE(MappedRows(map, dense, 1).is_sparse());
  const Parts parts{x, train.y, test_x, test.y};
  const Scored streamed = FitAndScore(trial, machinery, mapped, parts, 1, times);
  const Examples features = Features(map, x, 1);
  const auto stored =
      machinery.learner->Fit({.x = features, .y = train.y, .seed = trial.seeds.learner});
  EXPECT_EQ(*streamed.report.primal_objective, *stored->report().primal_objective);
  EXPECT_GT(times.transform_train, 0) << "the time of computing features is not of fitting";
  EXPECT_TRUE(source.computes()) << "nothing was kept";
}

// One row of so many columns, dense, is more than the estimate for all sparse rows.
TEST(Pipeline, TheEstimateOfSparseFeaturesIsOfWhatIsStored) {
  const Rows rows = BinaryRows(2000, 120, 2);
  const Examples x = ToSparse(rows.x);
  const Trial trial = TaylorTrial();
  const Machinery machinery = MakeMachinery(trial, x);
  const Vector& y = rows.y;
  const double sparse = EstimateBytes(trial, machinery, {x, y, x, y});
  const double dense = EstimateBytes(trial, machinery, {rows.x, y, rows.x, y});
  const double values = 2000 * 816.0;  // C(15 + 3, 3)
  EXPECT_GT(sparse, 2 * 16 * values);  // features, and LIBLINEAR's copy of them
  EXPECT_LT(sparse, 6 * 16 * values + 200 * 302621.0);
  EXPECT_GT(dense, 8 * 2000 * 302621.0);  // C(120 + 3, 3) columns
}

TEST(Pipeline, ABlockOfTestRowsIsNeverHuge) {
  EXPECT_EQ(FeatureBlockRows(8), 16776192) << "128 MiB, a multiple of 1,536";
  EXPECT_EQ(FeatureBlockRows(80e3), 1536);
  EXPECT_EQ(FeatureBlockRows(1 << 20), 1024) << "1 GiB";
  EXPECT_EQ(FeatureBlockRows(1e12), 1) << "there is none smaller";
}

TEST(Pipeline, TheEstimateWithoutALearnerIsOfTheGramErrorsRows) {
  const Rows rows = BinaryRows(2000, 120, 2);
  Trial trial = TaylorTrial();
  trial.cell.learner.reset();
  trial.cell.metrics = {"gram_mean_abs"};
  trial.cell.gram.rows = 10;
  const Machinery machinery = MakeMachinery(trial, rows.x);
  const Vector& y = rows.y;
  const Examples none = Matrix(0, 120);
  const double bytes = EstimateBytes(trial, machinery, {rows.x, y, none, Vector()});
  const double program = 12 << 20;
  EXPECT_GT(bytes, program + 8 * 10 * 302621.0);
  EXPECT_LT(bytes, program + 8 * 11 * 302621.0 + 8 * 2000 * 120);
}

}  // namespace
}  // namespace mercer
