#include "experiments/config/read/read_path_dataset.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/files/guess_format.h"
#include "core/data/formats/data_format.h"
#include "experiments/config/read/read_named.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// Role and path of each file that a key names, the first one the format's first role.
using Files = std::vector<std::pair<std::string, std::string>>;

Files FilesUnder(const Json& node, const char* key) {
  Files files;
  const Json* value = Member(node, key);
  if (value == nullptr) return files;
  if (value->is_string()) files.emplace_back("", value->get<std::string>());
  if (!value->is_object()) return files;
  for (const auto& [role, path] : value->items())
    if (path.is_string()) files.emplace_back(role, path.get<std::string>());
  return files;
}

std::string PointerTo(const std::string& key, const std::string& role) {
  return role.empty() ? Child("", key) : Child(Child("", key), role);
}

// What the key "format" says, else the name of a file, else the first lines of the first one.
const DataFormat* FindFormat(const Json& node, const Files& files, const fs::path& folder,
                             const Place& place, Faults& faults) {
  const std::string given = TextOf(node, "format");
  const std::vector<std::string> names = DataFormatRegistry().Names();
  if (!given.empty()) {
    const DataFormat* format = DataFormatRegistry().Find(given);
    if (format == nullptr) faults.Add(place.Of("/format"), UnknownName("format", given, names));
    return format;
  }
  for (const auto& [role, path] : files)
    if (const DataFormat* format = FormatOfName(path)) return format;
  const std::string& first = files.front().second;
  std::error_code ignored;
  if (!fs::is_regular_file(folder / first, ignored)) return nullptr;  // which is said of the file
  try {
    if (const DataFormat* format = FormatOfContents((folder / first).string())) return format;
    faults.Add(place.Of("/path"), "path is '" + first +
                                      "', whose format cannot be identified by its name or its "
                                      "first lines; expected format, one of " +
                                      Join(names, ", "));
  } catch (const InvalidInput& error) {  // which a packed file may be damaged for
    faults.Add(place.Of("/path"), error.what());
  }
  return nullptr;
}

void CheckRoles(const DataFormat& format, const std::string& key, const Files& files,
                const Place& place, Faults& faults) {
  std::vector<std::string> roles;
  for (const FileRole& role : format.roles) roles.push_back(role.name);
  for (const auto& [role, unused] : files) {
    if (!role.empty() && std::find(roles.begin(), roles.end(), role) == roles.end())
      faults.Add(place.Of(PointerTo(key, role)),
                 UnknownName("role of format '" + format.name + "':", role, roles));
  }
  if (files.size() < roles.size()) {
    faults.Add(place.Of(Child("", key)), key + " names " + std::to_string(files.size()) +
                                             (files.size() == 1 ? " file" : " files") +
                                             "; format '" + format.name +
                                             "' needs an object with " + Join(roles, ", "));
  }
}

void AddFiles(const std::string& part, const std::string& key, const Files& files,
              const fs::path& folder, const Place& place, Faults& faults, DatasetSpec* spec) {
  for (const auto& [role, written] : files) {
    const fs::path path = folder / written;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
      faults.Add(place.Of(PointerTo(key, role)), key + " is '" + written +
                                                     "', and there is no file '" + path.string() +
                                                     "'; expected a file, relative to the config");
    spec->paths.push_back({part, role, path.string()});
  }
}

}  // namespace

bool NamesPath(const Json& node) { return Member(node, "path") != nullptr; }

void ReadPathDataset(const Json& node, const Catalogue& catalogue, const fs::path& folder,
                     const std::vector<std::string>& known_keys, const Place& place, Faults& faults,
                     DatasetSpec* spec) {
  const Files files = FilesUnder(node, "path");
  const Files test_files = FilesUnder(node, "test_path");
  if (files.empty()) return;  // the schema check has said so
  if (Member(node, "parts") != nullptr)
    faults.Add(place.Of("/parts"),
               "parts are those of the catalogue's data sets; expected none beside path");
  const bool has_test = Member(node, "test_path") != nullptr;
  AddFiles(has_test ? "train" : "all", "path", files, folder, place, faults, spec);
  AddFiles("test", "test_path", test_files, folder, place, faults, spec);
  if (spec->split && spec->split->official && !has_test)
    faults.Add(place.Of("/split"), "split is \"official\"; expected test_path, whose rows test");
  const DataFormat* format = FindFormat(node, files, folder, place, faults);
  if (format == nullptr) return;
  CheckRoles(*format, "path", files, place, faults);
  if (has_test) CheckRoles(*format, "test_path", test_files, place, faults);
  if (!spec->encode.empty() && !format->has_categories)
    faults.Add(place.Of("/encode"), "encode is '" + spec->encode + "' and format '" + format->name +
                                        "' holds numbers only; expected no encode");
  const auto params = ReadParams("format '" + format->name + "'", format->params, node, known_keys,
                                 "", place, false, faults);
  spec->format = {format->name, params.empty() ? Params{} : params.front()};
  if (spec->name.empty()) spec->name = NameOfFile(files.front().second, *format);
  const std::vector<std::string> taken = catalogue.Names();
  if (std::find(taken.begin(), taken.end(), spec->name) != taken.end())
    faults.Add(place.Of(Member(node, "name") != nullptr ? "/name" : "/path"),
               "the name '" + spec->name +
                   "' is that of a data set of the catalogue; expected name, another one");
}

}  // namespace mercer
