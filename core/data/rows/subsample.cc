#include "core/data/rows/subsample.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/data/rows/split.h"

namespace mercer {
namespace {

std::optional<Index> Count(const Params& params, std::optional<Index> n) {
  const ParamValue* count = params.Find("count");
  const ParamValue* fraction = params.Find("fraction");
  if ((count == nullptr) == (fraction == nullptr)) {
    throw InvalidInput(
        std::string("row step 'subsample' has ") +
        (count != nullptr ? "both count and fraction" : "neither count nor fraction") +
        "; expected one of them");
  }
  if (!n) return count != nullptr ? std::optional<Index>(count->AsInteger()) : std::nullopt;
  const Index kept =
      count != nullptr ? count->AsInteger() : RowsOfFraction(*n, fraction->AsNumber());
  if (kept < 1 || kept > *n) {
    throw InvalidInput("row step 'subsample' asks for " + std::to_string(kept) + " of " +
                       std::to_string(*n) + " rows; expected at least one and at most all");
  }
  return kept;
}

std::vector<Index> Choose(const Params& params, const Vector& y, RandomStream& stream) {
  const Index count = Count(params, y.size()).value();
  std::vector<Index> rows = RandomPermutation(stream, y.size());
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

RowStepEntry SubsampleRowsEntry() {
  RowStepEntry entry;
  entry.name = "subsample";
  entry.summary = "rows drawn at random without replacement, by count or fraction";
  entry.params = {{.name = "count",
                   .kind = ParamKind::kInteger,
                   .help = "rows kept",
                   .optional = true,
                   .min = 1,
                   .max = 1e12},
                  {.name = "fraction",
                   .kind = ParamKind::kNumber,
                   .help = "share of the rows kept",
                   .optional = true,
                   .min = 0,
                   .max = 1,
                   .open_min = true}};
  entry.choose = Choose;
  entry.count = Count;
  return entry;
}

}  // namespace mercer
