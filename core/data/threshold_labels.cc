#include "core/data/threshold_labels.h"

#include <algorithm>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

double Median(const Vector& y) {
  std::vector<double> values(y.begin(), y.end());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

RuledLabels Apply(const Params& params, const Dataset& data, std::uint64_t /*label_seed*/) {
  if (!data.class_names.empty()) {
    throw InvalidInput("label rule 'threshold': the labels of data set '" + data.name +
                       "' are class names; expected numbers");
  }
  if (data.y.size() == 0)
    throw InvalidInput("label rule 'threshold': data set '" + data.name +
                       "' has no rows; expected at least one");
  const ParamValue& given = params.Get("value");
  const double value = given.is_number()          ? given.AsNumber()
                       : given.AsText() == "mean" ? data.y.mean()
                                                  : Median(data.y);
  RuledLabels ruled;
  ruled.y = (data.y.array() > value).select(Vector::Ones(data.y.size()), -1.0);
  ruled.description = "<= " + FormatNumber(value) + " | > " + FormatNumber(value);
  const double first = ruled.y[0];
  if ((ruled.y.array() == first).all()) {
    throw InvalidInput("label rule 'threshold': every label of data set '" + data.name + "' is " +
                       (first > 0 ? "> " : "<= ") + FormatNumber(value) +
                       "; expected a value that parts them");
  }
  return ruled;
}

}  // namespace

LabelRuleEntry ThresholdLabelsEntry() {
  LabelRuleEntry entry;
  entry.name = "threshold";
  entry.summary = "labels larger than a value become +1, the others -1";
  entry.params = {{.name = "value",
                   .kind = ParamKind::kNumberOrText,
                   .help = "a number, or the mean or median of the labels of the whole data set",
                   .choices = {"mean", "median"}}};
  entry.apply = Apply;
  return entry;
}

}  // namespace mercer
