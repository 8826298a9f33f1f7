#include <cmath>
#include <string>

#include "experiments/report/cells/provenance.h"
#include "experiments/store/passport.h"
#include "tests/fuzz/fuzz.h"

namespace mercer {
namespace {

void CheckPassport(const std::optional<Passport>& read) {
  if (!read) return;
  const std::string written = PassportToJson(*read);
  const std::optional<Passport> again = PassportFromJson(written);
  MERCER_CHECK(again && PassportToJson(*again) == written);
}

}  // namespace
}  // namespace mercer

// context/<run>.json: what the report takes of it, and the machine's rates.
MERCER_FUZZ(input) {
  const std::string text(input);
  CheckPassport(PassportFromJson(text));
  CheckPassport(PassportOfContext(text));
  const Provenance provenance = ReadProvenance({{"run", text}});
  MERCER_CHECK(provenance.runs.size() == 1);
  for (const ReportedValue& reported : provenance.reported)
    MERCER_CHECK(std::isfinite(reported.value));
}
