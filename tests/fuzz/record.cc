#include <string>

#include "experiments/store/trial_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/sealed.h"

// The file of a trial, as it is and with a checksum that is right.
MERCER_FUZZ(input) {
  for (const std::string& text : {std::string(input), Sealed(input)}) {
    const std::optional<TrialFile> read = ReadTrialText(text, "trials/a.json");
    if (!read) continue;
    CheckAccepted(read->record);
    const std::string written = WriteTrialText(*read);
    const std::optional<TrialFile> again = ReadTrialText(written, "trials/a.json");
    MERCER_CHECK(again && again->identity == read->identity);
    CheckSame(again->record, read->record);
    MERCER_CHECK(again->record.trace().size() == read->record.trace().size());
    MERCER_CHECK(WriteTrialText(*again) == written);
  }
}
