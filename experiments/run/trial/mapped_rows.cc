#include "experiments/run/trial/mapped_rows.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "experiments/external/external_map.h"

namespace mercer {
namespace {

// Rows that a thread transforms at a time: no more than keep their features in cache, and so few
// that each thread has some. A row's features do not depend on its piece.
constexpr Index kLeastPiece = 16, kPiece = 96;

// All that the features of the largest map depend on.
std::string CurveKey(const Trial& trial, const Machinery& machinery,
                     const std::string& data_sha256) {
  Trial curve = trial;
  curve.cell.num_random_features = trial.shared_features;
  curve.cell.learner.reset();
  curve.cell.metrics.clear();
  curve.tuned_by.clear();
  curve.seeds.learner = 0;
  return curve.Identity() + machinery.kernel_params.Canonical() + "\n" +
         machinery.map_params.Canonical() + "\n" + data_sha256;
}

std::unique_ptr<SharedFeatures> ShareFeatures(const Trial& trial, const Machinery& machinery,
                                              const FeatureMap& map, const Examples& train_x,
                                              const std::filesystem::path& prepared,
                                              const std::string& data_sha256) {
  Trial largest = trial;
  largest.cell.num_random_features = trial.shared_features;
  return std::make_unique<SharedFeatures>(prepared, CurveKey(trial, machinery, data_sha256), map,
                                          trial.shared_features, [largest, &machinery, &train_x] {
                                            PhaseTimes untimed;
                                            return DrawMap(largest, machinery, train_x, untimed);
                                          });
}

}  // namespace

MappedRows::MappedRows(const FeatureMap& map, const Examples& x, int threads)
    : map_(map), x_(x), threads_(threads), sparse_(map.has_sparse_output(x)) {}

template <class Out>
void MappedRows::Transform(Index begin, Index count, Out& out) const {
  if (IsExternal(map_)) return map_.TransformRows(x_, begin, count, out);
  const Index share = (count + threads_ - 1) / threads_;
  ParallelFor(
      count, std::clamp(share, kLeastPiece, kPiece), threads_, [&](Index first, Index last) {
        map_.TransformRows(x_, begin + first, last - first, out.middleRows(first, last - first));
      });
}

void MappedRows::Compute(Index begin, Index count, MatrixRef out) const {
  Transform(begin, count, out);
}

void MappedRows::ComputeFloats(Index begin, Index count, FloatMatrixRef out) const {
  Transform(begin, count, out);
}

SparseMatrix MappedRows::ComputeSparse(Index begin, Index count) const {
  return map_.TransformSparse(x_.SelectRange(begin, count), threads_);
}

std::shared_ptr<const RowSource> MappedParts::RowsOf(const std::string& part, const Examples& x,
                                                     int threads) const {
  if (shared != nullptr) return std::make_shared<SharedRows>(*shared, part, x, threads);
  if (map != nullptr) return std::make_shared<MappedRows>(*map, x, threads);
  return {std::shared_ptr<void>(), &x};  // x is another's
}

double SharingBytes(const Trial& trial, const Machinery& machinery, const Examples& train_x) {
  if (trial.shared_features == 0 || !machinery.map_spec) return 0;
  const Index d = train_x.cols(), largest = trial.shared_features;
  const double row =
      8.0 * static_cast<double>(machinery.map_spec->OutputDim(*machinery.kernel, d, largest));
  const auto rows = static_cast<double>(std::min(FeatureBlockRows(row), train_x.rows()));
  return machinery.map_spec->DrawnBytes(*machinery.kernel, d, largest) + row * rows;
}

MappedParts MapTraining(const Trial& trial, const Machinery& machinery, const Examples& train_x,
                        int threads, PhaseTimes& times, const std::filesystem::path& prepared,
                        const std::string& data_sha256) {
  MappedParts mapped{.map = DrawMap(trial, machinery, train_x, times)};
  const bool kept = mapped.map != nullptr && trial.cell.learner && !machinery.streams;
  // Shared features are doubles that each D scales.
  const bool may_share = kept && mapped.map->storage() == FeatureStorage::kFloat64;
  if (may_share && trial.shared_features > 0 && !prepared.empty() &&
      !mapped.map->has_sparse_output(train_x)) {
    mapped.shared = ShareFeatures(trial, machinery, *mapped.map, train_x, prepared, data_sha256);
  }
  mapped.train_rows = mapped.RowsOf("train", train_x, threads);
  if (kept) Timed(&PhaseSeconds::transform_train, times, [&] { mapped.train_rows->All(); });
  return mapped;
}

}  // namespace mercer
