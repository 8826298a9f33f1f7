#ifndef MERCER_TOOLS_OPEN_PAGE_H_
#define MERCER_TOOLS_OPEN_PAGE_H_

#include <filesystem>

namespace mercer {

/// Throws InvalidInput where this machine has no program that opens a page (xdg-open in PATH).
void RequireOpener();

/// Opens a page with the user's browser, by xdg-open. Throws InvalidInput where that does not work.
void OpenPage(const std::filesystem::path& page);

/// A new folder of this user alone, for a page that nobody named a place for.
std::filesystem::path NewPageFolder();

}  // namespace mercer

#endif  // MERCER_TOOLS_OPEN_PAGE_H_
