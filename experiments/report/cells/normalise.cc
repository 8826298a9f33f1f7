#include "experiments/report/cells/normalise.h"

#include <array>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// By phase, in the order of kPhaseColumns.
constexpr std::array<double Passport::*, kPhaseColumns.size()> kRates = {
    &Passport::cos_million_per_s, &Passport::gemm_double_gflops, &Passport::liblinear_fits_per_s,
    &Passport::gemm_double_gflops, &Passport::gemm_double_gflops};

[[noreturn]] void NoPassport(const std::string& run_id) {
  throw InvalidInput("times cannot be normalised: run '" + run_id +
                     "' has no machine passport in context/" + run_id +
                     ".json; expected one that mercer run measured (without --no-passport)");
}

}  // namespace

double NormalisingFactor(const Passport& passport, const std::string& phase) {
  for (std::size_t i = 0; i < kRates.size(); ++i) {
    if (phase == kPhaseColumns[i].phase)
      return passport.*kRates[i] / (ReferencePassport().*kRates[i]);
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
    for (const PhaseColumns& phase : kPhaseColumns) {
      for (const column::Number column : {phase.seconds, phase.least_seconds}) {
        const std::optional<double> seconds = record.Get(column);
        if (!seconds) continue;
        const auto passport = passports.find(record.Get(column::kRunId));
        if (passport == passports.end()) NoPassport(record.Get(column::kRunId));
        record.Set(column,
                   *seconds * NormalisingFactor(passport->second, std::string(phase.phase)));
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
