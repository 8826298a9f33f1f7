#ifndef MERCER_TESTS_INTEGRATION_DOCUMENTS_DOCS_PAGE_H_
#define MERCER_TESTS_INTEGRATION_DOCUMENTS_DOCS_PAGE_H_

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer::testing {

/// A fenced block of a page of docs/.
struct PageBlock {
  std::string language;  // what follows the fence
  std::string path;      // the file that it is, where the line above is "`path`:"; else empty
  std::string text;
};

inline std::string PageText(const std::string& page) { return ReadFile(SourceDir() / page); }

/// The blocks of "docs/howto.md", in its order.
inline std::vector<PageBlock> BlocksOf(const std::string& page) {
  std::vector<PageBlock> blocks;
  std::istringstream lines(PageText(page));
  bool inside = false;
  std::string above;  // the last line that is not empty
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (!inside) above.clear();
      if (!inside) continue;
      const bool named = above.size() > 3 && above.front() == '`' && above.ends_with("`:") &&
                         above.find('`', 1) == above.size() - 2;
      blocks.push_back({line.substr(3), named ? above.substr(1, above.size() - 3) : "", ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    } else if (!line.empty()) {
      above = line;
    }
  }
  return blocks;
}

/// Writes the file that a block is into a copy of the tree, or patches the one that it changes; the
/// lines around a change must be those of the file.
inline CommandResult Apply(const PageBlock& block, const std::filesystem::path& tree) {
  if (block.language != "diff") {
    WriteFile(tree / block.path, block.text);
    return {};
  }
  const TemporaryFolder folder;
  WriteFile(folder / "change", block.text);
  return RunCommand("patch -p1 --fuzz=0 -d '" + tree.string() + "' -i '" +
                    (folder / "change").string() + "'");
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_DOCUMENTS_DOCS_PAGE_H_
