#include "experiments/catalogue/rule_file.h"
#include "tests/fuzz/fuzz.h"

MERCER_FUZZ(input) {
  static const ScratchFile file;
  file.Write(input);
  ReadRuleFile(file.path());
}
