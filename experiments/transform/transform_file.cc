#include "experiments/transform/transform_file.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/linalg/memory.h"
#include "experiments/transform/row_writer.h"
#include "experiments/transform/sample_rows.h"

namespace mercer {
namespace {

// Features held at a time: about 16 MiB.
Index RowsAtATime(Index columns) {
  return std::clamp<Index>((Index{1} << 21) / std::max<Index>(columns, 1), 1, 8192);
}

// Rows whose features are mostly 0, as texts that leave the zeros out.
void TransformSparseBlock(const FeatureMap& map, const LabelledRows& block, int threads,
                          RowWriter& writer) {
  constexpr Index kRows = 256;
  for (Index begin = 0; begin < block.x.rows(); begin += kRows) {
    const Index count = std::min(kRows, block.x.rows() - begin);
    try {
      writer.WriteSparse(map.TransformSparse(block.x.SelectRange(begin, count), threads),
                         block.y.segment(begin, count));
    } catch (const InvalidRow& fault) {
      throw fault.Shifted(begin);
    }
  }
}

void TransformBlock(const FeatureMap& map, const LabelledRows& block, bool has_labels, int threads,
                    RowWriter& writer) {
  constexpr Index kGrain = 96;
  const Index step = RowsAtATime(map.output_dim());
  if (writer.takes_sparse() && map.has_sparse_output(block.x)) {
    TransformSparseBlock(map, block, threads, writer);
    return;
  }
  const Index rows = std::min(step, block.x.rows());
  Matrix features =
      NewMatrix("the output of map '" + map.name() + "', " + std::to_string(map.output_dim()) +
                    " columns for " + std::to_string(rows) + (rows == 1 ? " row," : " rows,"),
                rows, map.output_dim());
  for (Index begin = 0; begin < block.x.rows(); begin += step) {
    const Index count = std::min(step, block.x.rows() - begin);
    ParallelFor(count, kGrain, threads, [&](Index from, Index to) {
      map.TransformRows(block.x, begin + from, to - from, features.middleRows(from, to - from));
    });
    writer.Write(features.topRows(count),
                 has_labels ? Vector(block.y.segment(begin, count)) : Vector());
  }
}

}  // namespace

std::unique_ptr<FeatureMap> DrawForFile(const std::string& path, const RowFileOptions& format,
                                        MapDescription& description, const ShareDone& progress) {
  constexpr Index kSampleRows = 2000;
  const bool has_rule = HasBandwidthRule(description.kernel.params);
  const bool needs_rows = has_rule || IsDataDependent(description.map);
  const Index sample_rows = needs_rows ? std::max(kSampleRows, description.num_random_features) : 0;
  RowFileOptions options = format;
  options.input_dim = description.input_dim;
  FileScan scan = ScanFile(path, options, sample_rows, description.seed, progress);
  description.input_dim = scan.input_dim;
  description.kernel.params =
      ResolveBandwidth(description.kernel.params, scan.sample, description.seed);
  if (IsDataDependent(description.map)) description.train = std::move(scan.sample);
  return DrawDescribed(description);
}

TransformedFile TransformFile(const FeatureMap& map, const std::string& input,
                              const RowFileOptions& format, const std::string& output, int threads,
                              const ShareDone& progress) {
  RequireOtherFile(output, {input});
  RequireOtherFile(LabelPath(output), {input});
  RowFileOptions options = format;
  options.input_dim = map.input_dim();
  const std::unique_ptr<RowFile> file = OpenRowFile(input, options);
  const std::unique_ptr<RowWriter> writer = MakeRowWriter(
      output, map.output_dim(), file->has_labels(), map.storage() == FeatureStorage::kFloat32);
  TransformedFile done{0, map.output_dim()};
  while (const std::optional<LabelledRows> block = file->Next()) {
    try {
      TransformBlock(map, *block, file->has_labels(), threads, *writer);
    } catch (const InvalidRow& fault) {
      throw InvalidInput(input + ": " + fault.Shifted(done.rows).what());
    }
    done.rows += block->x.rows();
    progress(file->share());
  }
  if (done.rows == 0) throw InvalidInput(input + " holds no rows; expected at least one");
  writer->Finish();
  return done;
}

}  // namespace mercer
