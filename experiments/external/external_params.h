#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/params.h"

namespace mercer {

/// The name of the map and of the learner that are programs supplied by the user
/// (docs/external.md).
inline constexpr const char* kExternalName = "external";

/// The parameters of both: command, params, files; folder and files_sha256 are filled in by
/// PlaceExternal.
std::vector<ParamSpec> ExternalParams();

/// The command that starts a program, without a shell.
struct ExternalCommand {
  std::vector<std::string> words{};
  std::filesystem::path folder{};  // working folder; "": this process's
  Params params{};                 // passed to the program unchanged

  /// The command for messages: "python3 my_map.py".
  std::string Text() const;
};

/// The command in resolved parameters.
ExternalCommand CommandOf(const Params& params);

/// Fills in the folder that the program runs in, which is the one the parameters were read from,
/// and the hash of its files: those in `files` and the words of the command that name a file.
/// Throws InvalidInput if an item of `files` is not a file, or `folder` is not a folder.
void PlaceExternal(const std::filesystem::path& folder, Params& params);

/// The parameters without those filled in by PlaceExternal, as in records and identities.
Params WithoutPlace(Params params);

/// The hash found by PlaceExternal; "" if there is no file.
std::string FilesHash(const Params& params);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_
