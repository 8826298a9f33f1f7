#include "core/learners/learner_entry.h"

namespace mercer {

ParamSpec CostSpec(const std::string& help) {
  return {.name = "cost", .help = help, .default_value = 1.0, .min = 0, .open_min = true};
}

ParamSpec EpsSpec(const std::string& help, double default_value) {
  return {.name = "eps", .help = help, .default_value = default_value, .min = 0, .open_min = true};
}

ParamSpec GapSpec() {
  return {.name = "gap",
          .help =
              "relative duality gap, (primal - dual) / |primal|; if given, training stops only "
              "when it is reached; absent: the solver's own rule",
          .optional = true,
          .min = 0,
          .max = 1,
          .open_min = true};
}

double ParseGap(const Params& params) {
  const ParamValue* gap = params.Find("gap");
  return gap == nullptr ? 0 : gap->AsNumber();
}

ParamSpec ObjectiveSpec() {
  return {.name = "objective",
          .kind = ParamKind::kText,
          .help =
              "form of the reported objectives: sum (the default), 1/2 |w|^2 + C sum of losses, or "
              "mean, the same divided by C n: (lambda/2) |w|^2 + mean loss",
          .optional = true,
          .choices = {"sum", "mean"}};
}

double ObjectiveScale(bool mean, double cost, Index n) {
  return mean ? 1 / (cost * static_cast<double>(n)) : 1;
}

HingeObjective HingeOfCost(double cost, Index n, bool mean) {
  const double scale = cost * static_cast<double>(n);
  return {1 / scale, mean ? 1 : scale};
}

bool ParseMeanObjective(const Params& params) {
  const ParamValue* objective = params.Find("objective");
  return objective != nullptr && objective->AsText() == "mean";
}

ParamSpec CacheSpec(const std::string& of, double default_mib) {
  return {.name = "cache_mib",
          .help = "cache of " + of + ", in MiB",
          .default_value = default_mib,
          .min = 0,
          .max = 1048576,
          .open_min = true};
}

ParamSpec ShrinkingSpec() {
  return {.name = "shrinking",
          .kind = ParamKind::kBool,
          .help = "whether training uses shrinking, which leaves out variables at their bounds",
          .default_value = true};
}

}  // namespace mercer
