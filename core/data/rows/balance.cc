#include "core/data/rows/balance.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

constexpr std::size_t kMaxClasses = 1000;  // more are no classes, but the targets of a regression

std::map<double, Index> CountsOf(const Vector& y) {
  std::map<double, Index> counts;
  for (const double label : y) {
    ++counts[label];
    if (counts.size() > kMaxClasses) {
      throw InvalidInput("row step 'balance': the rows have more than " +
                         std::to_string(kMaxClasses) + " labels; expected classes");
    }
  }
  if (counts.size() < 2) {
    throw InvalidInput("row step 'balance': the rows have " + std::to_string(counts.size()) +
                       " label; expected at least two");
  }
  return counts;
}

std::vector<Index> Choose(const Params& params, const Vector& y, RandomStream& stream) {
  std::map<double, Index> left = CountsOf(y);
  const auto rarest = std::min_element(
      left.begin(), left.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const ParamValue* given = params.Find("per_class");
  const Index per_class = given != nullptr ? given->AsInteger() : rarest->second;
  if (per_class > rarest->second) {
    throw InvalidInput("row step 'balance': per_class is " + std::to_string(per_class) +
                       ", and label " + FormatNumber(rarest->first) + " has " +
                       std::to_string(rarest->second) + " rows; expected at most as many");
  }
  for (auto& [label, count] : left) count = per_class;
  std::vector<Index> rows;
  for (const Index i : RandomPermutation(stream, y.size())) {
    Index& wanted = left.at(y[i]);
    if (wanted == 0) continue;
    --wanted;
    rows.push_back(i);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

RowStepEntry BalanceRowsEntry() {
  RowStepEntry entry;
  entry.name = "balance";
  entry.summary = "equally many rows of each label, the others dropped at random";
  entry.params = {{.name = "per_class",
                   .kind = ParamKind::kInteger,
                   .help = "rows kept of each label; absent: as many as the rarest has",
                   .optional = true,
                   .min = 1,
                   .max = 1e12}};
  entry.choose = Choose;
  return entry;
}

}  // namespace mercer
