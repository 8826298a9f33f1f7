// Ridge leverage scores of Fourier features on training rows (Bach 2017; Li, Ton, Oglic &
// Sejdinovic 2019, Algorithm 1).

#include "core/maps/leverage/leverage_law.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/linalg/vector_functions.h"
#include "core/maps/fourier/fourier_map.h"

namespace mercer {
namespace {

constexpr Index kMostRows = 1000;

// The stream of the rows, beyond those of all features.
constexpr std::uint64_t kRowsStream = std::numeric_limits<std::uint64_t>::max();

Matrix RowsOf(const Examples& train, std::uint64_t seed) {
  const Index n = train.rows();
  if (n <= kMostRows) return train.DenseRows(0, n);
  RandomStream stream(seed, StreamPurpose::kMap, kRowsStream);
  std::vector<Index> numbers = RandomPermutation(stream, n);
  numbers.resize(static_cast<std::size_t>(kMostRows));
  return train.Select(numbers).DenseRows(0, kMostRows);
}

}  // namespace

double LeverageLaw::Weight(Index j) const {
  return 1 / std::sqrt(static_cast<double>(probabilities.size()) * probabilities[j]);
}

LeverageLaw DrawLeverageLaw(const ShiftInvariantKernel& kernel, const Examples& train,
                            const LeverageOptions& options, std::uint64_t seed) {
  MERCER_CHECK(options.pool >= 1 && options.lambda > 0);
  if (train.rows() == 0) {
    throw InvalidInput(
        "map 'leverage_fourier' takes the leverage of its frequencies from training rows; expected "
        "training rows");
  }
  const Matrix rows = RowsOf(train, seed);
  const Index n = rows.rows(), d = rows.cols(), s = options.pool;
  LeverageLaw law{Matrix(s, d), Vector(s)};
  for (Index j = 0; j < s; ++j) {
    RandomStream stream = BlockStream(seed, j);
    kernel.SampleFrequency(stream, d, law.frequencies.row(j).data());
  }
  // Rows of cosines, then of sines.
  Matrix features(n, 2 * s);
  features.leftCols(s).noalias() = rows * law.frequencies.transpose();
  for (Index i = 0; i < n; ++i) {
    double* row = features.row(i).data();
    VectorCosSin(row, s, row, row + s);
  }
  features /= std::sqrt(static_cast<double>(s));
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(n, n);
  gram.selfadjointView<Eigen::Lower>().rankUpdate(features);
  gram.diagonal().array() += options.lambda * static_cast<double>(n);
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> factor(gram);
  if (factor.info() != Eigen::Success) {
    throw InvalidInput("map 'leverage_fourier': lambda is " + FormatNumber(options.lambda) +
                       ", which rounding loses beside the features of the training rows; expected "
                       "a larger one");
  }
  factor.matrixL().solveInPlace(features);
  const Vector columns = features.colwise().squaredNorm().transpose();
  law.probabilities = columns.head(s) + columns.tail(s);
  law.sum_of_scores = law.probabilities.sum();
  if (!std::isfinite(law.sum_of_scores)) {
    throw InvalidInput(
        "map 'leverage_fourier': the leverage of its frequencies on the training rows is not "
        "finite; expected finite rows");
  }
  law.probabilities /= law.sum_of_scores;
  return law;
}

double LeverageLawBytes(const LeverageOptions& options, Index input_dim) {
  const auto s = static_cast<double>(options.pool), d = static_cast<double>(input_dim);
  const auto n = static_cast<double>(kMostRows);
  return 8 * (s * d + 2 * n * d + 2 * n * s + n * n + 6 * s);
}

}  // namespace mercer
