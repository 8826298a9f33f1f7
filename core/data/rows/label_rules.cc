#include "core/data/rows/label_rules.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/base/random.h"
#include "core/base/text.h"

namespace mercer {
namespace {

RuledLabels ApplyThreshold(const Params& params, const Dataset& data,
                           std::uint64_t /*label_seed*/) {
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

LabelRuleEntry ThresholdLabelsEntry() {
  LabelRuleEntry entry;
  entry.name = "threshold";
  entry.summary = "labels larger than a value become +1, the others -1";
  entry.params = {{.name = "value",
                   .kind = ParamKind::kNumberOrText,
                   .help = "a number, or the mean or median of the labels of the whole data set",
                   .choices = {"mean", "median"}}};
  entry.apply = ApplyThreshold;
  return entry;
}

struct ClassSet {
  std::vector<double> labels{};      // increasing, those that occur
  std::vector<std::string> names{};  // of each: the class name, or the number
};

ClassSet ClassesOf(const Dataset& data, const std::string& rule) {
  std::set<double> labels;
  for (const double label : data.y) {
    labels.insert(label);
    if (static_cast<Index>(labels.size()) > kMostClasses) {
      throw InvalidInput("label rule '" + rule + "': data set '" + data.name + "' has more than " +
                         std::to_string(kMostClasses) + " labels; expected classes");
    }
  }
  if (labels.size() < 2) {
    throw InvalidInput("label rule '" + rule + "': data set '" + data.name + "' has " +
                       std::to_string(labels.size()) + " class; expected at least two");
  }
  ClassSet classes;
  classes.labels.assign(labels.begin(), labels.end());
  for (const double label : classes.labels) {
    const auto code = static_cast<std::size_t>(label);
    classes.names.push_back(data.class_names.empty() ? FormatNumber(label)
                                                     : data.class_names.at(code));
  }
  return classes;
}

std::size_t FindClass(const ClassSet& classes, const ParamValue& value, const std::string& rule) {
  if (!value.is_text() && !value.is_number())
    throw InvalidInput("label rule '" + rule + "': a class is a name or a number, got " +
                       value.Canonical());
  const std::string name = value.is_text() ? value.AsText() : FormatNumber(value.AsNumber());
  const auto found = std::find(classes.names.begin(), classes.names.end(), name);
  if (found == classes.names.end())
    throw InvalidInput("label rule '" + rule + "': " + UnknownName("class", name, classes.names));
  return static_cast<std::size_t>(found - classes.names.begin());
}

// Labels −1 where `negative` holds for the class, else +1; the description has them in that order.
RuledLabels TwoSides(const Dataset& data, const ClassSet& classes,
                     const std::vector<bool>& negative) {
  RuledLabels ruled;
  std::vector<std::string> low;
  std::vector<std::string> high;
  for (std::size_t k = 0; k < negative.size(); ++k)
    (negative[k] ? low : high).push_back(classes.names[k]);
  ruled.description = Join(low, " ") + " | " + Join(high, " ");
  ruled.y.resize(data.y.size());
  for (Index i = 0; i < data.y.size(); ++i) {
    const auto at = std::lower_bound(classes.labels.begin(), classes.labels.end(), data.y[i]);
    ruled.y[i] = negative[static_cast<std::size_t>(at - classes.labels.begin())] ? -1 : 1;
  }
  return ruled;
}

std::vector<bool> GivenHalves(const ClassSet& classes, const ParamValue::List& halves) {
  std::vector<bool> negative(classes.names.size(), false);
  for (const ParamValue& value : halves) {
    const std::size_t k = FindClass(classes, value, "random_halves");
    if (negative[k])
      throw InvalidInput("label rule 'random_halves': halves names the class '" + classes.names[k] +
                         "' twice");
    negative[k] = true;
  }
  if (halves.empty() || halves.size() == classes.names.size()) {
    throw InvalidInput("label rule 'random_halves': halves names " + std::to_string(halves.size()) +
                       " of " + std::to_string(classes.names.size()) +
                       " classes; expected some but not all");
  }
  return negative;
}

RuledLabels RandomHalves(const Params& params, const Dataset& data, std::uint64_t label_seed) {
  const ClassSet classes = ClassesOf(data, "random_halves");
  if (const ParamValue* halves = params.Find("halves"))
    return TwoSides(data, classes, GivenHalves(classes, halves->AsList()));
  const std::size_t count = classes.names.size();
  RandomStream stream(label_seed, StreamPurpose::kLabelHalves, 0);
  const std::vector<Index> order = RandomPermutation(stream, static_cast<Index>(count));
  std::vector<bool> negative(count, false);
  for (std::size_t k = 0; k < count / 2; ++k) negative[static_cast<std::size_t>(order[k])] = true;
  return TwoSides(data, classes, negative);
}

RuledLabels ClassVsRest(const Params& params, const Dataset& data, std::uint64_t /*label_seed*/) {
  const ClassSet classes = ClassesOf(data, "class_vs_rest");
  std::vector<bool> negative(classes.names.size(), true);
  negative[FindClass(classes, *params.Find("class"), "class_vs_rest")] = false;
  return TwoSides(data, classes, negative);
}

}  // namespace

const Registry<LabelRuleEntry>& LabelRuleRegistry() {
  static const Registry<LabelRuleEntry> registry(
      "label rule",
      {{{.name = "random_halves",
         .summary = "half of the classes, drawn by the label seed, become -1, the others +1",
         .citation = "kar2012 section 6.3",
         .params = {{.name = "halves",
                     .kind = ParamKind::kList,
                     .help = "the classes that become -1; absent: drawn",
                     .optional = true}}},
        RandomHalves},
       {{.name = "class_vs_rest",
         .summary = "one class becomes +1, the others -1",
         .citation = "",
         .params = {{.name = "class",
                     .kind = ParamKind::kNumberOrText,
                     .help = "name or number of the class that becomes +1"}}},
        ClassVsRest},
       ThresholdLabelsEntry()});
  return registry;
}

RuledLabels ApplyLabelRule(const std::string& name, const Params& params, const Dataset& data,
                           std::uint64_t label_seed) {
  if (name.empty()) {
    if (!params.empty())
      throw InvalidInput("labels as read take no parameters, got " + params.Canonical() +
                         "; expected none, or a label rule");
    return {data.y, ""};
  }
  const LabelRuleEntry& entry = LabelRuleRegistry().Get(name);
  return entry.apply(LabelRuleRegistry().ResolveParams(name, params), data, label_seed);
}

}  // namespace mercer
