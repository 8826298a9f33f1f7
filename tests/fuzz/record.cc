#include <algorithm>
#include <string>
#include <string_view>

#include "experiments/json/parse_json.h"
#include "experiments/store/record_files.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/sealed.h"

namespace mercer {
namespace {

std::string SealedLines(std::string_view text) {
  std::string sealed;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    sealed += Sealed(text.substr(begin, end - begin));
    if (end < text.size()) sealed += '\n';
    begin = end + 1;
  }
  return sealed;
}

/// What the readers make of one line: the reader of the form that is written does not contradict
/// that of any JSON.
void CheckLine(std::string_view line) {
  const std::optional<RecordLine> scanned = ScanRecordLine(line);
  const std::optional<OrderedJson> json = ParseJson(line);
  if (!scanned || !json) return;
  const std::optional<RecordLine> any = ReadRecordLine(json->dump(1), "a line");
  MERCER_CHECK(any && any->identity == scanned->identity && any->checksum == scanned->checksum);
  CheckSame(any->record, scanned->record);
  MERCER_CHECK(any->record.trace().size() == scanned->record.trace().size());
}

}  // namespace
}  // namespace mercer

// A file of records of the run "run", as it is and with checksums that are right.
MERCER_FUZZ(input) {
  static const ScratchFolder folder("trials");
  for (const std::string& text : {std::string(input), SealedLines(input)}) {
    folder.Write("trials/run.jsonl", text);
    ForEachLine(folder.path() + "/trials/run.jsonl", CheckLine);
    RecordFiles files(folder.path());
    files.ReadAll();
    std::string written;
    for (const auto& [id, record] : files.log().records()) {
      MERCER_CHECK(record.Get(column::kTrialId) == id && record.Get(column::kRunId) == "run");
      MERCER_CHECK(!files.log().stale().contains(id));
      CheckAccepted(record);
      written += WriteRecordLine({files.log().identities().at(id), record});
    }
    for (const Damage& damage : files.Damages())
      written += WriteDiscardLine({"", damage.run, damage.checksum, DiscardLine::kDamaged});
    folder.Write("trials/run.jsonl", written);
    RecordFiles again(folder.path());
    again.ReadAll();
    MERCER_CHECK(again.Damages().empty());
    MERCER_CHECK(again.log().identities() == files.log().identities());
    for (const auto& [id, record] : files.log().records())
      CheckSame(again.log().records().at(id), record);
  }
}
