#include "experiments/report/cells/normalise.h"

#include <array>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

struct PhaseRate {
  const char* phase;
  double Passport::*rate;
};

constexpr std::array<PhaseRate, 5> kPhaseRates = {{
    {"draw", &Passport::cos_million_per_s},
    {"transform_train", &Passport::gemm_double_gflops},
    {"fit", &Passport::liblinear_fits_per_s},
    {"transform_test", &Passport::gemm_double_gflops},
    {"predict", &Passport::gemm_double_gflops},
}};

[[noreturn]] void NoPassport(const std::string& run_id) {
  throw InvalidInput("times cannot be normalised: run '" + run_id +
                     "' has no machine passport in context/" + run_id +
                     ".json; expected one that mercer run measured (without --no-passport)");
}

}  // namespace

double NormalisingFactor(const Passport& passport, const std::string& phase) {
  for (const PhaseRate& known : kPhaseRates) {
    if (phase == known.phase) return passport.*known.rate / (ReferencePassport().*known.rate);
  }
  MERCER_CHECK(false && "a phase");
  return 1;
}

void NormaliseTimes(ResultFolder& results) {
  std::map<std::string, Passport> passports;
  for (const RunContext& context : results.contexts) {
    if (const auto passport = PassportOfContext(context.json))
      passports[context.run_id] = *passport;
  }
  for (ResultRecord& record : results.records) {
    for (const PhaseRate& known : kPhaseRates) {
      const std::string phase = known.phase;
      for (const std::string& column : {phase + "_s", phase + "_min_s"}) {
        const std::optional<double> seconds = record.Number(column);
        if (!seconds) continue;
        const auto passport = passports.find(record.Get("run_id"));
        if (passport == passports.end()) NoPassport(record.Get("run_id"));
        record.SetNumber(column, *seconds * NormalisingFactor(passport->second, phase));
      }
    }
  }
}

std::string ReferenceText() {
  return "the reference machine (products of doubles " + FormatNumber(kReferenceGemmDoubleGflops) +
         " GFLOP/s, cosines " + FormatNumber(kReferenceCosMillionPerS) +
         " million/s, LIBLINEAR's fixed fit " + FormatNumber(kReferenceLiblinearFitsPerS) +
         " per s)";
}

}  // namespace mercer
