#include "core/learners/learner_entry.h"

namespace mercer {

ParamSpec CostSpec(const std::string& help) {
  return {.name = "cost", .help = help, .default_value = 1.0, .min = 0, .open_min = true};
}

ParamSpec EpsSpec(const std::string& help, double default_value) {
  return {.name = "eps", .help = help, .default_value = default_value, .min = 0, .open_min = true};
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
          .help = "whether variables at their bounds are set aside while training",
          .default_value = true};
}

}  // namespace mercer
