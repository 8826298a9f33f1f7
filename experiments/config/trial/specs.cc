#include "experiments/config/trial/specs.h"

#include "core/base/text.h"

namespace mercer {

std::string NamedParams::Canonical() const {
  return params.empty() ? name : name + "(" + params.Canonical() + ")";
}

std::string SplitSpec::Canonical() const {
  if (official) return "official";
  if (folds > 0) return std::to_string(folds) + " folds";
  if (given) return "rows given by files " + given->sha256;
  std::string text = FormatNumber(train_fraction) + " of the rows";
  if (max_train > 0) text += ", at most " + std::to_string(max_train);
  return text;
}

std::optional<int> DatasetSpec::PointSet(int repetition) const {
  return runs_per_set > 0 ? std::optional(repetition / runs_per_set) : std::nullopt;
}

std::string DatasetSpec::Label() const {
  return params.empty() ? name : name + "(" + params.Canonical() + ")";
}

}  // namespace mercer
