#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_

#include <cstddef>
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
/// and the hash of its files: those in `files` and the words of the command that name a file,
/// relative to the folder or by an absolute path inside it. An absolute path elsewhere, such as an
/// interpreter's, is not hashed. Throws InvalidInput if an item of `files` is not a file, or
/// `folder` is not a folder.
void PlaceExternal(const std::filesystem::path& folder, Params& params);

/// Word `index` of a command, the program being word 0, as named by records and identities: an
/// absolute path inside the folder that the program runs in becomes relative to it; any other word
/// is unchanged.
std::string PlacedWord(const std::filesystem::path& folder, const std::string& word,
                       std::size_t index);

/// The same for an item of `files`, or another file or folder. An absolute path elsewhere becomes
/// its last name.
std::string PlacedFile(const std::filesystem::path& folder, const std::string& file);

/// The parameters as named by records and identities: without those filled in by PlaceExternal, and
/// with PlacedWord and PlacedFile of `command` and `files`.
Params WithoutPlace(Params params);

/// The hash found by PlaceExternal; "" if there is no file.
std::string FilesHash(const Params& params);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PARAMS_H_
