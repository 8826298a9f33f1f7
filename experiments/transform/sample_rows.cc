#include "experiments/transform/sample_rows.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"

namespace mercer {
namespace {

using StoredRow = std::vector<std::pair<Index, double>>;

StoredRow RowOf(const Examples& x, Index row) {
  StoredRow stored;
  if (x.is_sparse()) {
    for (SparseMatrix::InnerIterator it(x.sparse(), row); it; ++it)
      stored.emplace_back(it.col(), it.value());
    return stored;
  }
  for (Index j = 0; j < x.cols(); ++j)
    if (x.dense()(row, j) != 0) stored.emplace_back(j, x.dense()(row, j));
  return stored;
}

Examples ToExamples(const std::vector<StoredRow>& rows, Index input_dim) {
  SparseMatrix x(static_cast<Index>(rows.size()), input_dim);
  std::size_t stored = 0;
  for (const StoredRow& row : rows) stored += row.size();
  x.reserve(static_cast<Index>(stored));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    x.startVec(static_cast<Index>(i));
    for (const auto& [column, value] : rows[i])
      x.insertBackByOuterInner(static_cast<Index>(i), column) = value;
  }
  x.finalize();
  return Stored(std::move(x), Storage::kByDensity);
}

}  // namespace

FileScan ScanFile(const std::string& path, const RowFileOptions& options, Index sample_rows,
                  std::uint64_t seed, const std::function<void(double share)>& progress) {
  FileScan scan;
  const std::unique_ptr<RowFile> file = OpenRowFile(path, options);
  RandomStream stream(seed, StreamPurpose::kBandwidth, 1);
  std::vector<StoredRow> sample;
  while (const std::optional<LabelledRows> block = file->Next()) {
    scan.input_dim = std::max(scan.input_dim, block->x.cols());
    for (Index i = 0; sample_rows > 0 && i < block->x.rows(); ++i) {
      const Index row = scan.rows + i;
      if (row < sample_rows) {
        sample.push_back(RowOf(block->x, i));
        continue;
      }
      const std::uint64_t place = stream.Below(static_cast<std::uint64_t>(row) + 1);
      if (place < static_cast<std::uint64_t>(sample_rows)) sample[place] = RowOf(block->x, i);
    }
    scan.rows += block->x.rows();
    progress(file->share());
  }
  if (scan.rows == 0) throw InvalidInput(path + " holds no rows; expected at least one");
  if (scan.input_dim == 0)
    throw InvalidInput(path + " holds no values; expected index:value pairs");
  scan.sample = ToExamples(sample, scan.input_dim);
  return scan;
}

}  // namespace mercer
