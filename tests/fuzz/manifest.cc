#include "experiments/catalogue/manifest.h"

#include "tests/fuzz/fuzz.h"

MERCER_FUZZ(input) {
  static const ScratchFile file;
  file.Write(input);
  ReadManifest(file.path());
}
