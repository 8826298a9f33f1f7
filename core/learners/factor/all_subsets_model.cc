#include "core/learners/factor/all_subsets_model.h"

#include "core/kernels/itemset/anova.h"
#include "core/learners/factor/factor_model.h"

namespace mercer {

LearnerEntry AllSubsetsModelEntry() {
  LearnerEntry entry;
  entry.name = "all_subsets_model";
  entry.summary = "sum of lambda_s prod_j (1 + p_sj x_j) with learned p_s";
  entry.citation = "atarashi2019, section 6; Blondel et al. 2016";
  entry.params = FactorParams({});
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<FactorLearner>(
        "all_subsets_model", 0, [](Index) { return AllSubsetsTerm(); },
        [](Index) -> std::unique_ptr<Kernel> { return std::make_unique<AllSubsetsKernel>(); },
        ReadFactorOptions(params));
  };
  entry.on_rows = true;
  entry.stops_in_time = true;
  return entry;
}

}  // namespace mercer
