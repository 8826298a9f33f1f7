#ifndef MERCER_TOOLS_OPEN_PAGE_H_
#define MERCER_TOOLS_OPEN_PAGE_H_

#include <filesystem>

namespace mercer {

/// Throws InvalidInput if this machine has no program to open a page with (xdg-open in PATH).
void RequireOpener();

/// Opens a page in the user's browser with xdg-open. Throws InvalidInput if that fails.
void OpenPage(const std::filesystem::path& page);

/// Creates a temporary folder that only this user can access, for a page without a given output
/// path. Throws InvalidInput if it cannot be created.
std::filesystem::path NewPageFolder();

}  // namespace mercer

#endif  // MERCER_TOOLS_OPEN_PAGE_H_
