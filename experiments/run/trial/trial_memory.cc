#include "experiments/run/trial/trial_memory.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/maps/builtin_maps.h"
#include "core/metrics/gram_error.h"
#include "experiments/run/trial/map_measures.h"

namespace mercer {
namespace {

// What a trial's process holds before it has read any data: a fork, what it has touched of the
// program and its libraries. One that is started for its trial alone holds 12 MiB more.
constexpr double kProgramBytes = 12.0 * (1 << 20);

// The depth of the panels that a product of matrices packs, and up to which size the spectral error
// keeps the Gram matrix.
constexpr double kPackedDepth = 320, kKeptGramBytes = 2147483648.0;

double InputBytes(const TrialSizes& sizes) {
  return sizes.train.bytes + sizes.test.bytes + 8 * (sizes.train.rows + sizes.test.rows);
}

double LearnerBytes(const TrialSizes& sizes, const Learner* learner, const Kernel* kernel) {
  if (learner == nullptr) return 0;
  const std::optional<FeaturesTaken>& features = sizes.features;
  return learner->EstimatedBytes(
      {.n = static_cast<Index>(sizes.train.rows),
       .columns = static_cast<Index>(features ? features->columns : sizes.d),
       .stored = features ? features->stored : sizes.stored,
       .m = static_cast<Index>(sizes.test.rows),
       .classes = sizes.classes,
       .kernel = kernel});
}

bool TakesFloats(const Cell& cell) {
  return cell.map && StorageOf(cell.map->params) == FeatureStorage::kFloat32;
}

double GramBytes(const Cell& cell, const TrialSizes& sizes) {
  if (!sizes.features || !WantsGramError(cell)) return 0;
  const RowBytes& part = GramPart(cell, sizes.train, sizes.test);
  const double rows = static_cast<double>(NumGramRows(cell, static_cast<Index>(part.rows)));
  // The features are dense; the rows are copied, and once more of each piece of a block.
  const double columns = sizes.features->columns;
  const double value = TakesFloats(cell) ? 4 : 8;
  const double held = value * columns * rows + part.PerRow() * rows;
  const double piece = std::min<double>(kGramPieceColumns, rows);
  const double block_rows = std::min<double>(kGramBlockRows, rows);
  // Floats are converted block by block.
  const double converted = TakesFloats(cell) ? 8 * columns * (piece + block_rows) : 0;
  const double copies = part.PerRow() * piece + converted;
  const double packed = 8 * piece * std::min(std::max(columns, sizes.d), kPackedDepth);
  const double block = 8 * block_rows * rows;
  const double blocks = cell.gram.sampled > 0 ? 0 : 2 * block + copies + packed;
  if (!cell.Measures("gram_rel_spectral")) return held + blocks;
  const double gram = 8 * rows * rows;
  return held + std::max(blocks, gram <= kKeptGramBytes ? gram : block + copies);
}

/// The bound of a projection takes the norms of features, block by block.
double NormBytes(const Cell& cell, const FeaturesTaken& features) {
  const bool is_projection = MapRegistry().Get(cell.map->name).traits.projection;
  if (!is_projection || !cell.Measures("projection_bound")) return 0;
  const double row = features.train.PerRow();
  return row * std::min(features.train.rows, static_cast<double>(FeatureBlockRows(row)));
}

double PosteriorBytes(const Cell& cell, const TrialSizes& sizes) {
  return DivergenceBytes(cell,
                         {.n = static_cast<Index>(sizes.train.rows),
                          .columns = static_cast<Index>(sizes.d),
                          .stored = sizes.stored,
                          .m = static_cast<Index>(sizes.test.rows),
                          .classes = sizes.classes},
                         static_cast<Index>(sizes.features->columns));
}

}  // namespace

double TrialBytes(const Cell& cell, const TrialSizes& sizes, const Learner* learner,
                  const Kernel* kernel) {
  const double base = kProgramBytes + InputBytes(sizes);
  if (!sizes.features) return base + LearnerBytes(sizes, learner, kernel);
  const FeaturesTaken& features = *sizes.features;
  const bool stores = cell.learner && !StreamsFeatures(cell);
  const double row = features.test.PerRow();
  const double test_block =
      std::min(features.test.rows, static_cast<double>(FeatureBlockRows(row))) * row;
  const double fitting = LearnerBytes(sizes, learner, kernel);
  // What is computed in floats has parameters in floats beside those in doubles.
  const double drawn = (TakesFloats(cell) ? 1.5 : 1) * features.drawn_bytes;
  // A learner that computes features again, or copies them, keeps its weights alone.
  const double predicting = stores ? fitting + test_block : std::max(fitting, test_block);
  return base + drawn + (stores ? features.train.bytes : 0) +
         std::max({predicting, GramBytes(cell, sizes), stores ? 0 : NormBytes(cell, features),
                   PosteriorBytes(cell, sizes)});
}

// The text, and twice what a parser has made of it: in the file that keeps it, or in parts that are
// put one below the other. Then that beside what is prepared of it.
double LoadingBytes(double text_bytes, double raw, double prepared) {
  return kProgramBytes + std::max(text_bytes + 2 * raw, raw + prepared);
}

std::string GibText(double bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", bytes / (1 << 30));
  return text.data();
}

std::string TooLargeText(double bytes, double limit_bytes) {
  return "needs about " + GibText(bytes) + " GiB of memory, the limit is " + GibText(limit_bytes) +
         " GiB (--memory, limits.memory_gib, else the machine's)";
}

void RequireMemory(double bytes, double limit_bytes) {
  if (limit_bytes > 0 && bytes > limit_bytes) throw TooLarge(TooLargeText(bytes, limit_bytes));
}

}  // namespace mercer
