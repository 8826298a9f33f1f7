#include "core/learners/kernel/exact_pairs.h"

#include <memory>

#include "core/learners/kernel/exact_blocked.h"

namespace mercer {

LearnerEntry ExactPairsEntry() {
  LearnerEntry entry;
  entry.name = "exact_pairs";
  entry.summary =
      "exact kernel SVM by LIBSVM's algorithm, each kernel value from one pair of sparse rows, as "
      "LIBSVM evaluates the kernels built into it";
  entry.citation = "Fan, Chen & Lin 2005";
  entry.params = {CostSpec("C of 1/2 |w|^2 + C sum of losses"),
                  EpsSpec("tolerance of the optimality conditions", 0.001),
                  CacheSpec("kernel rows", 100),
                  ShrinkingSpec(),
                  {.name = "max_iterations",
                   .kind = ParamKind::kInteger,
                   .help = "of each binary problem, at most; reaching it is a warning",
                   .default_value = 10000000,
                   .min = 1,
                   .max = 1e15}};
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<ExactBlockedLearner>(
        ExactBlockedOptions{.name = "exact_pairs",
                            .pairs = true,
                            .cost = params.Get("cost").AsNumber(),
                            .eps = params.Get("eps").AsNumber(),
                            .cache_mib = params.Get("cache_mib").AsNumber(),
                            .shrinking = params.Get("shrinking").AsBool(),
                            .max_iterations = params.Get("max_iterations").AsInteger()});
  };
  return entry;
}

}  // namespace mercer
