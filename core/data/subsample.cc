#include "core/data/subsample.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace mercer {
namespace {

void Check(const Params& params) {
  const bool count = params.Find("count") != nullptr, fraction = params.Find("fraction") != nullptr;
  if (count != fraction) return;
  throw InvalidInput(std::string("row step 'subsample' has ") +
                     (count ? "both count and fraction" : "neither count nor fraction") +
                     "; expected one of them");
}

Index CountOf(const Params& params, Index n) {
  if (const ParamValue* count = params.Find("count")) return count->AsInteger();
  // 0.29 is a little below 29/100 as a double; the rows meant are those of the decimal written.
  const double exact = params.Get("fraction").AsNumber() * static_cast<double>(n);
  return std::min(n, static_cast<Index>(std::floor(exact * (1 + 1e-14))));
}

std::vector<Index> Choose(const Params& params, const Vector& y, RandomStream& stream) {
  const Index n = y.size(), count = CountOf(params, n);
  if (count < 1 || count > n) {
    throw InvalidInput("row step 'subsample' asks for " + std::to_string(count) + " of " +
                       std::to_string(n) + " rows; expected at least one and at most all");
  }
  std::vector<Index> rows = RandomPermutation(stream, n);
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
  entry.check = Check;
  return entry;
}

}  // namespace mercer
