#ifndef MERCER_TOOLS_TABLE_NEW_MAP_H_
#define MERCER_TOOLS_TABLE_NEW_MAP_H_

#include <string>
#include <vector>

namespace mercer {

/// Languages that `mercer new map` writes a program in: python, r, julia, cpp.
std::vector<std::string> MapLanguages();

/// Writes a program of the protocol of external maps into the current folder, a copy of a shipped
/// example, and NAME.json, which names it. Returns what the user can do next. Throws InvalidInput
/// for an unknown language, or where a file of the name exists.
std::string WriteNewMap(const std::string& name, const std::string& language);

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_NEW_MAP_H_
