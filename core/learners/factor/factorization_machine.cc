#include "core/learners/factor/factorization_machine.h"

#include "core/kernels/itemset/anova.h"
#include "core/learners/factor/factor_model.h"

namespace mercer {

LearnerEntry FactorizationMachineEntry() {
  LearnerEntry entry;
  entry.name = "factorization_machine";
  entry.summary = "sum of lambda_s K^m(p_s, x) with the ANOVA kernel of order m and learned p_s";
  entry.citation = "atarashi2019, section 5; Blondel et al. 2016";
  entry.params = FactorParams({{.name = "order",
                                .kind = ParamKind::kInteger,
                                .help = "m, the number of columns of an interaction",
                                .default_value = 2,
                                .min = 2,
                                .max = 3}});
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<FactorLearner>(
        "factorization_machine", params.Get("order").AsInteger(), &AnovaTerm,
        [](Index order) -> std::unique_ptr<Kernel> { return std::make_unique<AnovaKernel>(order); },
        ReadFactorOptions(params));
  };
  entry.on_rows = true;
  entry.stops_in_time = true;
  return entry;
}

}  // namespace mercer
