#include "experiments/run/plan/cost/data_size.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "core/data/rows/labelled_rows.h"
#include "core/data/rows/row_steps.h"
#include "core/data/rows/split.h"
#include "core/data/steps/builtin_steps.h"
#include "experiments/config/check/step_checks.h"

namespace mercer {
namespace {

/// The rows that the row steps of "all" or "train" leave; a step of which only the rows tell leaves
/// all.
double Kept(const DatasetSpec& dataset, const std::string& of, double rows) {
  for (const NamedParams& step : dataset.rows) {
    if (step.params.Get("of").AsText() != of) continue;
    const auto kept = RowStepCount(step.name, step.params, static_cast<Index>(rows));
    rows = static_cast<double>(kept.value_or(static_cast<Index>(rows)));
  }
  return rows;
}

bool KeepsSparsity(const DatasetSpec& dataset) {
  return std::all_of(
      dataset.preprocess.begin(), dataset.preprocess.end(),
      [](const NamedParams& step) { return StepKeepsSparsity(step.name, step.params); });
}

/// Of a prepared row with so many columns; those of a row as read, if a step leaves out columns.
double NonzerosOf(const DatasetSpec& dataset, const Catalogue& catalogue, double columns) {
  if (const std::optional<DataShape> shape = catalogue.ShapeOf(dataset))
    return shape->sparse && KeepsSparsity(dataset)
               ? std::min(columns, shape->density * static_cast<double>(shape->columns))
               : columns;
  const Manifest* manifest = catalogue.Find(dataset.name);
  if (manifest == nullptr || manifest->density == 0 || manifest->density >= kSparseBelowDensity ||
      !dataset.encode.empty())
    return columns;
  if (!KeepsSparsity(dataset)) return columns;
  return std::min(columns, manifest->density * static_cast<double>(manifest->input_dim));
}

/// A table with a value in each place is read dense, whatever its values.
double RawRowBytes(const Manifest* manifest, double columns) {
  const bool sparse = manifest != nullptr && manifest->format != "csv" && manifest->density > 0 &&
                      manifest->density < kSparseBelowDensity;
  return sparse ? 16 * manifest->density * columns + 8 : 8 * columns;
}

/// Text as it lies in the files of a data set. Packed text is taken to be as much longer as that of
/// numbers mostly is.
struct TextSize {
  double largest_part = 0;       // bytes, unpacked
  double packed = 0, plain = 0;  // bytes of all parts, unpacked

  /// Unpacked and hashed; rows are parsed once for all runs.
  double ReadingSeconds() const {
    constexpr double kPackedRate = 8e7, kPlainRate = 3e8;  // bytes in a second
    return packed / kPackedRate + plain / kPlainRate;
  }
};

TextSize SizeOfText(const Manifest* manifest, const DatasetSpec& dataset) {
  constexpr double kUnpacked = 4;
  TextSize size;
  std::map<std::string, double> parts;
  const auto add = [&](const std::string& part, const std::string& name, double bytes,
                       bool packed) {
    packed = packed || name.ends_with(".gz") || name.ends_with(".bz2") || name.ends_with(".xz");
    if (packed) bytes *= kUnpacked;
    (packed ? size.packed : size.plain) += bytes;
    size.largest_part = std::max(size.largest_part, parts[part] += bytes);
  };
  for (const DataPath& file : dataset.paths) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file.path, error);
    if (!error) add(file.part, file.path, static_cast<double>(bytes), false);
  }
  if (manifest == nullptr) return size;
  for (const std::string& part : dataset.parts.empty() ? manifest->Parts() : dataset.parts) {
    for (const ManifestFile& file : manifest->FilesOf(part))
      add(part, file.file, static_cast<double>(file.bytes), !file.content_sha256.empty());
  }
  return size;
}

/// The rows that train of the `kept` that are split; nullopt where no part is known. Steps take as
/// large a share of every official part.
std::optional<double> TrainRows(const DatasetSpec& dataset, const Catalogue& catalogue, double all,
                                double kept) {
  const SplitSpec& split = *dataset.split;
  const auto rows = static_cast<Index>(kept);
  if (split.given) return static_cast<double>(split.given->train.size());
  if (split.folds > 0) return static_cast<double>(FoldSplitTrainRows(rows, split.folds));
  if (!split.official)
    return static_cast<double>(RandomSplitTrainRows(rows, split.train_fraction, split.max_train));
  const double share = all > 0 ? kept / all : 1;
  if (const std::optional<DataShape> shape = catalogue.ShapeOf(dataset))
    return std::round(share * (all - static_cast<double>(shape->part_rows.back())));
  const Manifest* const manifest = catalogue.Find(dataset.name);
  if (manifest == nullptr) return std::nullopt;
  DatasetSpec last = dataset;
  last.parts = {(dataset.parts.empty() ? manifest->Parts() : dataset.parts).back()};
  return std::round(share * (all - static_cast<double>(KnownRows(last, catalogue).value_or(0))));
}

double TestRows(const SplitSpec& split, double kept, double train) {
  const bool named = split.given && !split.given->test.empty();
  return named ? static_cast<double>(split.given->test.size()) : kept - train;
}

}  // namespace

std::optional<DataSize> SizeOf(const DatasetSpec& dataset, const Catalogue& catalogue) {
  const auto rows = KnownRows(dataset, catalogue);
  const auto columns = PreparedDim(dataset, catalogue);
  if (!rows || !columns) return std::nullopt;
  const auto all = static_cast<double>(*rows);
  DataSize size{.n = Kept(dataset, "all", all), .d = static_cast<double>(*columns)};
  size.nonzeros = NonzerosOf(dataset, catalogue, size.d);
  const Manifest* const manifest = catalogue.Find(dataset.name);
  const auto raw_columns = KnownColumns(dataset, catalogue);
  size.raw_bytes = all * RawRowBytes(manifest, static_cast<double>(raw_columns.value_or(*columns)));
  const std::optional<DataShape> shape = catalogue.ShapeOf(dataset);
  if (shape && shape->sparse)
    size.raw_bytes = all * (16 * shape->density * static_cast<double>(shape->columns) + 8);
  const TextSize text = SizeOfText(manifest, dataset);
  size.text_bytes = text.largest_part;
  size.reading_s = text.ReadingSeconds();
  if (dataset.split) {
    const auto train = TrainRows(dataset, catalogue, all, size.n);
    if (!train) return std::nullopt;
    size.m = TestRows(*dataset.split, size.n, *train);
    size.n = *train;
  }
  size.n = Kept(dataset, "train", size.n);
  return size;
}

}  // namespace mercer
