#include "core/kernels/kernel_entry.h"

#include "core/base/error.h"

namespace mercer {

ParamSpec DegreeSpec(const std::string& help) {
  // Beyond this a coefficient's logarithm loses its last digits and no data set asks for it.
  constexpr double kMaxDegree = 10000;
  return {.name = "degree", .kind = ParamKind::kInteger, .help = help, .min = 1, .max = kMaxDegree};
}

ParamSpec SigmaSpec() {
  return {.name = "sigma",
          .kind = ParamKind::kNumberOrText,
          .help =
              "the bandwidth, in the unit of the rows; mean_distance and median_distance are the "
              "mean and the median distance of pairs of training rows",
          .min = 0,
          .open_min = true,
          .choices = {"mean_distance", "median_distance"}};
}

double BandwidthOf(const std::string& kernel, const Params& params) {
  const ParamValue& sigma = params.Get("sigma");
  if (sigma.is_text()) {
    throw InvalidInput("kernel '" + kernel + "': sigma is the rule '" + sigma.AsText() +
                       "', which needs training rows; expected a number here");
  }
  return sigma.AsNumber();
}

}  // namespace mercer
