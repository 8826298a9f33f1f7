#include "core/learners/learner_entry.h"

namespace mercer {

ParamSpec CostSpec(const std::string& help) {
  return {.name = "cost", .help = help, .default_value = 1.0, .min = 0, .open_min = true};
}

ParamSpec EpsSpec(const std::string& help, double default_value) {
  return {.name = "eps", .help = help, .default_value = default_value, .min = 0, .open_min = true};
}

}  // namespace mercer
