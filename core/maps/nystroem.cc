#include "core/maps/nystroem.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/pivoted_cholesky.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kName = "nystroem";

class NystroemMap : public FeatureMap {
 public:
  NystroemMap(std::unique_ptr<Kernel> kernel, Examples landmarks, Matrix root)
      : kernel_(std::move(kernel)), landmarks_(std::move(landmarks)), root_(std::move(root)) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return landmarks_.cols(); }
  Index num_random_features() const override { return root_.rows(); }
  Index output_dim() const override { return root_.rows(); }
  std::size_t bytes() const override {
    return landmarks_.Bytes() + sizeof(double) * static_cast<std::size_t>(root_.size());
  }
  double OperationsPerRow(double nonzeros) const override {
    const auto count = static_cast<double>(root_.rows());
    return 2 * count * (nonzeros + count);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    Matrix values(count, root_.rows());
    kernel_->GramRows(x, begin, count, landmarks_, values);
    out.noalias() = values * root_;
  }

 private:
  std::unique_ptr<Kernel> kernel_;
  Examples landmarks_;
  Matrix root_;  // K_LL^(−1/2)
};

/// The pivots, and others in random order where these explain all.
std::vector<Index> DrawPivots(const DrawContext& context) {
  std::vector<Index> rows =
      RandomlyPivotedCholesky(context.kernel, *context.train, context.num_random_features,
                              context.seed, StreamPurpose::kMap, 1)
          .pivots;
  std::vector<bool> taken(static_cast<std::size_t>(context.train->rows()));
  for (const Index row : rows) taken[static_cast<std::size_t>(row)] = true;
  RandomStream stream(context.seed, StreamPurpose::kMap, 1);
  for (const Index row : RandomPermutation(stream, context.train->rows()))
    if (!taken[static_cast<std::size_t>(row)]) rows.push_back(row);
  return rows;
}

Examples DrawLandmarks(const DrawContext& context, Landmarks landmarks) {
  const std::string owner = "map '" + std::string(kName) + "'";
  if (context.train == nullptr)
    throw InvalidInput(owner + " draws its landmarks from training rows; expected training rows");
  const Index n = context.train->rows(), count = context.num_random_features;
  if (count > n) {
    throw InvalidInput(owner + ": D is " + std::to_string(count) + " and there are " +
                       std::to_string(n) + " training rows; expected a D of at most their number");
  }
  RandomStream stream(context.seed, StreamPurpose::kMap, 0);
  std::vector<Index> rows =
      landmarks == Landmarks::kUniform ? RandomPermutation(stream, n) : DrawPivots(context);
  rows.resize(static_cast<std::size_t>(count));
  return context.train->Select(rows);
}

Matrix InverseRoot(const Matrix& gram, double cutoff) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  if (solver.info() != Eigen::Success)
    throw InvalidInput("map '" + std::string(kName) +
                       "': the eigenvalues of the landmarks' Gram matrix were not found; expected "
                       "finite kernel values");
  const double least = cutoff * solver.eigenvalues().maxCoeff();
  const Vector scale = solver.eigenvalues().unaryExpr(
      [least](double value) { return value > least ? 1 / std::sqrt(value) : 0; });
  return solver.eigenvectors() * scale.asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace

double NystroemSpec::DrawnBytes(const Kernel&, Index input_dim, Index num_random_features) const {
  const auto count = static_cast<double>(num_random_features);
  return 8 * count * (static_cast<double>(input_dim) + 3 * count);
}

std::unique_ptr<FeatureMap> NystroemSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckFitsInMemory(
      "drawing map 'nystroem' with D = " + std::to_string(context.num_random_features),
      DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  Examples landmarks = DrawLandmarks(context, landmarks_);
  Matrix root = InverseRoot(Gram(context.kernel, landmarks, landmarks), cutoff_);
  return std::make_unique<NystroemMap>(CopyKernel(context.kernel), std::move(landmarks),
                                       std::move(root));
}

MapEntry NystroemEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "k(x, L) K_LL^(-1/2) with D training rows L as landmarks, for any kernel";
  entry.citation = "Williams & Seeger 2001";
  entry.params = {
      {.name = "cutoff",
       .kind = ParamKind::kNumber,
       .help = "eigenvalues of K_LL up to this fraction of the largest are treated as 0",
       .default_value = 1e-10,
       .min = 0,
       .max = 1},
      {.name = "landmarks",
       .kind = ParamKind::kText,
       .help = "drawn uniformly, or as the pivots of a randomly pivoted Cholesky factor",
       .default_value = "uniform",
       .choices = {"uniform", "rpcholesky"}}};
  entry.traits = {.data_dependent = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    const bool pivots = params.Get("landmarks").AsText() == "rpcholesky";
    return std::make_unique<NystroemSpec>(params.Get("cutoff").AsNumber(),
                                          pivots ? Landmarks::kRpCholesky : Landmarks::kUniform);
  };
  return entry;
}

}  // namespace mercer
