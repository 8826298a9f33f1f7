#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/steps/builtin_steps.h"
#include "core/data/steps/column_statistics.h"
#include "core/linalg/inner_products.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

constexpr char kName[] = "pca";
constexpr Index kBlock = 512;  // rows, or columns, that are dense and centred at one time

struct Components {
  Matrix vectors;         // k × d, orthonormal; rows of zeros where the variance is none
  Vector variances;       // k
  double total_variance;  // of all d
};

class Pca final : public FittedStep {
 public:
  Pca(const Vector& mean, Components components, bool whiten)
      : FittedStep({kName, mean.size(), components.vectors.rows(), StepOutput::kDense}),
        note_(NoteOf(components)) {
    Matrix& vectors = components.vectors;
    for (Index c = 0; whiten && c < vectors.rows(); ++c) {
      if (components.variances[c] > 0) vectors.row(c) /= std::sqrt(components.variances[c]);
    }
    offset_ = vectors * mean;
    vectors_ = std::move(vectors);
  }

  std::string Note() const override { return note_; }

 private:
  static std::string NoteOf(const Components& components) {
    const double share = components.variances.sum() / components.total_variance;
    return "pca keeps " + FormatNumber(std::round(1e6 * share) / 1e6) + " of the variance";
  }

  Examples Transform(Examples x) const override {
    Matrix z(x.rows(), output_dim());
    InnerProducts(x, 0, x.rows(), vectors_, z);
    z.rowwise() -= offset_.transpose();
    return z;
  }

  std::string note_;
  Examples vectors_;  // k × d, whitened where asked for
  Vector offset_;     // k: what the mean is mapped to
};

// Blocks of columns of the centred rows, left to right: n × at most kBlock values at a time.
class CentredColumns {
 public:
  CentredColumns(const Examples& x, const Vector& mean) : x_(x), mean_(mean) {
    if (!x.is_sparse()) return;
    const Index* starts = x.sparse().outerIndexPtr();
    MERCER_CHECK(x.sparse().isCompressed());
    cursors_.assign(starts, starts + x.rows());
  }

  // visit(first column, block) for each block.
  template <class Visit>
  void ForEach(const Visit& visit) {
    for (Index begin = 0; begin < x_.cols(); begin += kBlock) {
      const Index count = std::min(kBlock, x_.cols() - begin);
      Matrix block =
          x_.is_sparse() ? NextSparse(begin, count) : Matrix(x_.dense().middleCols(begin, count));
      block.rowwise() -= mean_.segment(begin, count).transpose();
      visit(begin, block);
    }
  }

 private:
  Matrix NextSparse(Index begin, Index count) {
    const SparseMatrix& x = x_.sparse();
    Matrix block = Matrix::Zero(x.rows(), count);
    for (Index i = 0; i < x.rows(); ++i) {
      Index& at = cursors_[static_cast<std::size_t>(i)];
      for (; at < x.outerIndexPtr()[i + 1] && x.innerIndexPtr()[at] < begin + count; ++at)
        block(i, x.innerIndexPtr()[at] - begin) = x.valuePtr()[at];
    }
    return block;
  }

  const Examples& x_;
  const Vector& mean_;
  std::vector<Index> cursors_;  // of each sparse row, the next value
};

struct Spectrum {
  Eigen::MatrixXd vectors;  // m × k, of the k largest eigenvalues, in falling order
  Vector values;            // k
};

Spectrum LargestOf(const Eigen::MatrixXd& lower, Index k) {
  if (!lower.allFinite())
    throw InvalidInput(
        "preprocessing step 'pca': the variance of the training part is not finite; "
        "expected values whose squares a double holds");
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(lower);
  MERCER_CHECK(solver.info() == Eigen::Success);
  return {solver.eigenvectors().rightCols(k).rowwise().reverse(),
          solver.eigenvalues().tail(k).reverse()};
}

// Through the d × d matrix of sums of squares and products.
Spectrum OfColumns(const Examples& train, const Vector& mean, Index k) {
  const Index n = train.rows(), d = train.cols();
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(d, d);
  for (Index begin = 0; begin < n; begin += kBlock) {
    Matrix block = train.DenseRows(begin, std::min(kBlock, n - begin));
    block.rowwise() -= mean.transpose();
    sums.selfadjointView<Eigen::Lower>().rankUpdate(block.transpose());
  }
  return LargestOf(sums, k);
}

// Through the n × n Gram matrix of the centred rows: v = Xᵀu/|Xᵀu|.
Spectrum OfRows(const Examples& train, const Vector& mean, Index k) {
  const Index n = train.rows(), d = train.cols();
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(n, n);
  CentredColumns(train, mean).ForEach([&](Index, const Matrix& block) {
    gram.selfadjointView<Eigen::Lower>().rankUpdate(block);
  });
  Spectrum rows = LargestOf(gram, k);
  Spectrum columns{Eigen::MatrixXd(d, k), rows.values};
  CentredColumns(train, mean).ForEach([&](Index begin, const Matrix& block) {
    columns.vectors.middleRows(begin, block.cols()).noalias() = block.transpose() * rows.vectors;
  });
  for (Index c = 0; c < k; ++c) {
    if (columns.values[c] > 0) columns.vectors.col(c).normalize();
  }
  return columns;
}

// A rule that no eigensolver's choice of sign passes through.
void FixSign(Eigen::Ref<Eigen::VectorXd> vector) {
  const double largest = vector.cwiseAbs().maxCoeff();
  Index first = 0;
  while (std::abs(vector[first]) < (1 - 1e-6) * largest) ++first;
  if (vector[first] < 0) vector = -vector;
}

Components ComponentsOf(const Examples& train, const Vector& mean, Index k) {
  const Index n = train.rows(), d = train.cols();
  const double degrees = static_cast<double>(n - 1);
  const double total = SquaredDeviations(train, mean).sum() / degrees;
  if (!(total > 0)) {
    throw InvalidInput("preprocessing step 'pca': the training part has variance " +
                       FormatNumber(total) + "; expected rows that differ");
  }
  Spectrum spectrum = d <= n ? OfColumns(train, mean, k) : OfRows(train, mean, k);
  const double none = static_cast<double>(std::max(n, d)) * std::numeric_limits<double>::epsilon() *
                      spectrum.values[0];
  Components components{Matrix::Zero(k, d), Vector::Zero(k), total};
  for (Index c = 0; c < k && spectrum.values[c] > none; ++c) {
    FixSign(spectrum.vectors.col(c));
    components.vectors.row(c) = spectrum.vectors.col(c).transpose();
    components.variances[c] = spectrum.values[c] / degrees;
  }
  return components;
}

std::unique_ptr<FittedStep> Fit(const Params& params, const Examples& train) {
  const Index n = train.rows(), d = train.cols(), k = params.Get("k").AsInteger();
  MERCER_CHECK(k <= std::min(n - 1, d));
  const auto smaller = static_cast<double>(std::min(n, d));
  const double components = static_cast<double>(k) * static_cast<double>(d);
  CheckFitsInMemory("fitting preprocessing step 'pca' on " + std::to_string(n) + " x " +
                        std::to_string(d) + " values",
                    8 * (2 * smaller * smaller + components +
                         static_cast<double>(kBlock) * static_cast<double>(d <= n ? d : n)));
  const Vector mean = ColumnMeans(train);
  return std::make_unique<Pca>(mean, ComponentsOf(train, mean, k), params.Get("whiten").AsBool());
}

std::optional<Index> OutputDim(const Params& params, std::optional<Index> input_dim) {
  const Index k = params.Get("k").AsInteger();
  if (input_dim && k > *input_dim) {
    throw InvalidInput("preprocessing step 'pca': k is " + std::to_string(k) +
                       ", and the rows have " + std::to_string(*input_dim) +
                       " columns; expected at most as many");
  }
  return k;
}

void CheckRows(const Params& params, Index train_rows) {
  const Index k = params.Get("k").AsInteger();
  if (k < train_rows) return;
  throw InvalidInput("preprocessing step 'pca': k is " + std::to_string(k) +
                     ", and the training part has " + std::to_string(train_rows) +
                     (train_rows == 1 ? " row" : " rows") + "; expected more rows than k");
}

}  // namespace

PreprocessEntry PcaStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "the k principal components of the training part, centred by its mean";
  entry.params = {{.name = "k",
                   .kind = ParamKind::kInteger,
                   .help = "number of components",
                   .min = 1,
                   .max = 1e8},
                  {.name = "whiten",
                   .kind = ParamKind::kBool,
                   .help = "whether each is divided by its standard deviation (dividing by n - 1)",
                   .default_value = false}};
  entry.fit = Fit;
  entry.output_dim = OutputDim;
  entry.check_rows = CheckRows;
  return entry;
}

}  // namespace mercer
