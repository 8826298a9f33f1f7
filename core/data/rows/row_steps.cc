#include "core/data/rows/row_steps.h"

#include "core/base/error.h"
#include "core/data/rows/balance.h"
#include "core/data/rows/subsample.h"

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
                          .help = "the same rows in every repetition; absent: the split's seed",
                          .optional = true,
                          .min = 0,
                          .max = 0x1p53});
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
