#include "core/learners/factor/polynomial_network.h"

#include "core/kernels/dot_product/polynomial.h"
#include "core/learners/factor/factor_model.h"

namespace mercer {

LearnerEntry PolynomialNetworkEntry() {
  LearnerEntry entry;
  entry.name = "polynomial_network";
  entry.summary = "sum of lambda_s <p_s, x>^m with learned p_s";
  entry.citation = "atarashi2019, section 6; Blondel et al. 2016";
  entry.params = FactorParams({{.name = "degree",
                                .kind = ParamKind::kInteger,
                                .help = "m, the power",
                                .default_value = 2,
                                .min = 2,
                                .max = 100}});
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<FactorLearner>(
        "polynomial_network", params.Get("degree").AsInteger(), &PowerTerm,
        [](Index degree) -> std::unique_ptr<Kernel> {
          return std::make_unique<HomogeneousPolynomialKernel>(degree);
        },
        ReadFactorOptions(params));
  };
  entry.on_rows = true;
  entry.stops_in_time = true;
  return entry;
}

}  // namespace mercer
