#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/params.h"

namespace mercer {

/// The name of the map, and of the learner, that is a program of the user's own (docs/external.md).
inline constexpr const char* kExternalName = "external";

/// The parameters that both have: command, params, files; folder and files_sha256 are filled in by
/// PlaceExternal.
std::vector<ParamSpec> ExternalParams();

/// A program as it is started, without a shell.
struct ExternalCommand {
  std::vector<std::string> words{};
  std::filesystem::path folder{};  // that it runs in; "": this process's
  Params params{};                 // handed to it as they are

  /// For people: "python3 my_map.py".
  std::string Text() const;
};

/// Of resolved parameters.
ExternalCommand CommandOf(const Params& params);

/// Where the parameters were read in `folder`: fills in the folder that the program runs in and the
/// hash of its files, those of `files` and the words of the command that name one. Throws
/// InvalidInput where an item of `files` is no file, or the folder is none.
void PlaceExternal(const std::filesystem::path& folder, Params& params);

/// Without what PlaceExternal fills in: what records and identities have.
Params WithoutPlace(Params params);

/// The hash that PlaceExternal found; "" for no file.
std::string FilesHash(const Params& params);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_
