#ifndef MERCER_TESTS_INTEGRATION_DOCUMENTS_MADE_PAGES_H_
#define MERCER_TESTS_INTEGRATION_DOCUMENTS_MADE_PAGES_H_

#include <sstream>
#include <string>
#include <vector>

namespace mercer::testing {

// What of a page the program makes, as tools/publish reads it.

/// The lines between "<!-- made by: mercer ARGUMENTS -->" and "<!-- end -->".
struct MadeBlock {
  std::string arguments;
  std::string text;   // without a fence around all of it
  bool ends = false;  // whether the second line is there
};

inline std::vector<MadeBlock> MadeBlocksOf(const std::string& page) {
  static const std::string kStart = "<!-- made by: mercer ";
  std::vector<MadeBlock> blocks;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const bool inside = !blocks.empty() && !blocks.back().ends;
    if (!inside && line.starts_with(kStart)) {
      blocks.push_back({line.substr(kStart.size(), line.rfind(" -->") - kStart.size()), "", false});
    } else if (inside && line == "<!-- end -->") {
      std::string& text = blocks.back().text;
      if (text.starts_with("```") && text.ends_with("\n```\n"))
        text = text.substr(text.find('\n') + 1, text.size() - 4 - text.find('\n') - 1);
      blocks.back().ends = true;
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

/// A picture and the arguments in the line "Drawn by `mercer ARGUMENTS`" below it; none where that
/// is missing.
struct DrawnPicture {
  std::string image;  // as the page links it
  std::string arguments;
};

inline std::vector<DrawnPicture> DrawnPicturesOf(const std::string& page) {
  static const std::string kStart = "Drawn by `mercer ";
  std::vector<DrawnPicture> pictures;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("![")) {
      const std::size_t begin = line.rfind('(') + 1;
      pictures.push_back({line.substr(begin, line.rfind(')') - begin), ""});
    } else if (line.starts_with(kStart) && !pictures.empty()) {
      pictures.back().arguments = line.substr(kStart.size(), line.rfind('`') - kStart.size());
    }
  }
  return pictures;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_DOCUMENTS_MADE_PAGES_H_
