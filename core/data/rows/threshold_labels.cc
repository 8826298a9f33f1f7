#include "core/data/rows/threshold_labels.h"

#include "core/base/error.h"
#include "core/base/median.h"
#include "core/base/text.h"

namespace mercer {
namespace {

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
                                                  : Median({data.y.begin(), data.y.end()});
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
