#include "experiments/report/cells/reported.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "experiments/store/csv.h"
#include "tests/fuzz/fuzz.h"

namespace mercer {
namespace {

std::string Written(const std::vector<ReportedValue>& values) {
  std::string text =
      "location,dataset,kernel,method,D,metric,value,std,runs,unit,digits,how_read,note\n";
  const auto whole = [](std::int64_t number) { return number == 0 ? "" : std::to_string(number); };
  for (const ReportedValue& one : values) {
    text += CsvLine({one.location, one.dataset.Text(), one.kernel, one.method,
                     whole(one.num_random_features), one.metric, FormatNumber(one.value),
                     one.std ? FormatNumber(*one.std) : "", whole(one.runs), one.unit,
                     whole(one.digits), one.how_read, one.note});
  }
  return text;
}

}  // namespace
}  // namespace mercer

MERCER_FUZZ(input) {
  const std::vector<ReportedValue> read = ParseReported(std::string(input), "reported.csv");
  for (const ReportedValue& one : read) {
    MERCER_CHECK(std::isfinite(one.value) && one.value >= 0);
    MERCER_CHECK(!one.std || (std::isfinite(*one.std) && *one.std >= 0));
  }
  const std::string written = Written(read);
  MERCER_CHECK(Written(ParseReported(written, "reported.csv")) == written);
}
