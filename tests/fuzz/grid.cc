#include <filesystem>
#include <set>
#include <string>

#include "experiments/store/grid_file.h"
#include "experiments/store/read_results.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/sealed.h"

namespace mercer {
namespace {

void CheckPartial(const std::string& text) {
  const std::optional<Partial> read = ReadPartialText(text);
  if (!read) return;
  const std::optional<Partial> again = ReadPartialText(WritePartialText(*read));
  MERCER_CHECK(again && again->trials == read->trials && again->of == read->of);
}

}  // namespace
}  // namespace mercer

// grid.json, as it is and with a checksum that is right, and partial.json.
MERCER_FUZZ(input) {
  static const ScratchFolder folder;
  CheckPartial(std::string(input));
  for (const std::string& text : {Sealed(input), std::string(input)}) {
    folder.Write("grid.json", text);
    const GridFile grid = ReadGrid(folder.path(), true);
    const std::set<std::string> ids(grid.trials.begin(), grid.trials.end());
    MERCER_CHECK(ids.size() == grid.trials.size() && !ids.contains(""));
    const std::optional<GridFile> again = ReadGridText(WriteGridText(grid), "grid.json");
    MERCER_CHECK(again == grid);
  }
}
