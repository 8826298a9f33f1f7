#include "core/data/rows/row_steps.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/dataset.h"
#include "core/data/rows/split.h"

namespace mercer {
namespace {

// The parameters that every row step has, after its own.
RowStepEntry WithCommon(RowStepEntry entry) {
  entry.params.push_back({.name = "of",
                          .kind = ParamKind::kText,
                          .help = "all: rows before the split; train: rows of the training part",
                          .default_value = "all",
                          .choices = {"all", "train"}});
  entry.params.push_back({.name = "seed",
                          .kind = ParamKind::kInteger,
                          .help = "seed of the draw; given: the same positions in every "
                                  "repetition; absent: the split's seed",
                          .optional = true,
                          .min = 0,
                          .max = 0x1p53});
  return entry;
}

std::map<double, Index> CountsOf(const Vector& y) {
  std::map<double, Index> counts;
  for (const double label : y) {
    ++counts[label];
    if (static_cast<Index>(counts.size()) > kMostClasses) {
      throw InvalidInput("row step 'balance': the rows have more than " +
                         std::to_string(kMostClasses) + " labels; expected classes");
    }
  }
  if (counts.size() < 2) {
    throw InvalidInput("row step 'balance': the rows have " + std::to_string(counts.size()) +
                       " label; expected at least two");
  }
  return counts;
}

std::vector<Index> ChooseBalanced(const Params& params, const Vector& y, RandomStream& stream) {
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

RowStepEntry BalanceRowsEntry() {
  RowStepEntry entry;
  entry.name = "balance";
  entry.summary = "the same number of rows of each label; the others are dropped at random";
  entry.params = {{.name = "per_class",
                   .kind = ParamKind::kInteger,
                   .help = "rows to keep of each label; absent: as many as the rarest label has",
                   .optional = true,
                   .min = 1,
                   .max = 1e12}};
  entry.choose = ChooseBalanced;
  return entry;
}

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

std::vector<Index> ChooseSubsample(const Params& params, const Vector& y, RandomStream& stream) {
  const Index count = Count(params, y.size()).value();
  std::vector<Index> rows = RandomPermutation(stream, y.size());
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

RowStepEntry SubsampleRowsEntry() {
  RowStepEntry entry;
  entry.name = "subsample";
  entry.summary = "rows drawn at random without replacement, by count or fraction";
  entry.params = {{.name = "count",
                   .kind = ParamKind::kInteger,
                   .help = "number of rows kept",
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
  entry.choose = ChooseSubsample;
  entry.count = Count;
  return entry;
}

}  // namespace

const Registry<RowStepEntry>& RowStepRegistry() {
  static const Registry<RowStepEntry> registry(
      "row step", {WithCommon(SubsampleRowsEntry()), WithCommon(BalanceRowsEntry())});
  return registry;
}

std::optional<Index> RowStepCount(const std::string& name, const Params& params,
                                  std::optional<Index> n) {
  const RowStepEntry& entry = RowStepRegistry().Get(name);
  const Params resolved = RowStepRegistry().ResolveParams(name, params);
  return entry.count == nullptr ? std::nullopt : entry.count(resolved, n);
}

std::vector<Index> ChooseRows(const std::string& name, const Params& params, const Vector& y,
                              std::uint64_t seed, std::uint64_t place) {
  RowStepCount(name, params, y.size());
  const Params resolved = RowStepRegistry().ResolveParams(name, params);
  const ParamValue* own = resolved.Find("seed");
  RandomStream stream(own != nullptr ? static_cast<std::uint64_t>(own->AsInteger()) : seed,
                      StreamPurpose::kRowSteps, place);
  return RowStepRegistry().Get(name).choose(resolved, y, stream);
}

}  // namespace mercer
