#ifndef MERCER_TOOLS_TABLE_NEW_MAP_H_
#define MERCER_TOOLS_TABLE_NEW_MAP_H_

#include <string>
#include <vector>

namespace mercer {

/// The languages for which `mercer new map` writes a program: python, r, julia, cpp.
std::vector<std::string> MapLanguages();

/// Writes a program that implements the protocol of external maps, a copy of a shipped example, to
/// the current folder, and NAME.json, which names it. Returns a text about the next steps for the
/// user. Throws InvalidInput for an unknown language, or if a file of that name exists.
std::string WriteNewMap(const std::string& name, const std::string& language);

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_NEW_MAP_H_
