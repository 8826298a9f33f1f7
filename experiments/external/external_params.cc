#include "experiments/external/external_params.h"

#include <set>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "folder";
constexpr const char* kHash = "files_sha256";

std::vector<std::string> Texts(const Params& params, const char* key) {
  std::vector<std::string> texts;
  const ParamValue* list = params.Find(key);
  if (list == nullptr || !list->is_list()) return texts;
  for (const ParamValue& item : list->AsList())
    if (item.is_text()) texts.push_back(item.AsText());
  return texts;
}

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

std::vector<ParamSpec> ExternalParams() {
  return {
      {.name = "command",
       .kind = ParamKind::kList,
       .help = "the program and its arguments, started without a shell",
       .example = ParamValue::List{"python3", "my_map.py"},
       .items = ParamKind::kText},
      {.name = "params",
       .kind = ParamKind::kParams,
       .help = "passed to the program unchanged",
       .optional = true},
      {.name = "files",
       .kind = ParamKind::kList,
       .help =
           "further files that the results depend on, relative to the folder it runs in; trials "
           "with other contents are other trials",
       .optional = true,
       .items = ParamKind::kText},
      {.name = kFolder,
       .kind = ParamKind::kText,
       .help = "folder to run the program in, relative to the config's folder; absent: that folder",
       .optional = true},
      {.name = kHash,
       .kind = ParamKind::kText,
       .help = "sha256 of the files, computed when the config is read",
       .optional = true}};
}

std::string ExternalCommand::Text() const { return Printable(Join(words, " ")); }

ExternalCommand CommandOf(const Params& params) {
  ExternalCommand command{.words = Texts(params, "command")};
  if (const ParamValue* folder = params.Find(kFolder)) command.folder = folder->AsText();
  if (const ParamValue* own = params.Find("params")) command.params = own->AsParams();
  return command;
}

void PlaceExternal(const fs::path& folder, Params& params) {
  const ParamValue* given = params.Find(kFolder);
  const fs::path place =
      fs::absolute(given != nullptr && given->is_text() ? folder / given->AsText() : folder)
          .lexically_normal();
  std::error_code ignored;
  if (!fs::is_directory(place, ignored))
    throw InvalidInput("folder is '" + place.string() + "', which is none; expected a folder");
  std::set<std::string> files;
  for (const std::string& file : Texts(params, "files")) {
    if (!IsFile(place / file)) {
      throw InvalidInput("files names '" + file + "', and '" + (place / file).string() +
                         "' is no file; expected one, from the folder that the program runs in");
    }
    files.insert(file);
  }
  for (const std::string& word : Texts(params, "command"))
    if (IsFile(place / word) && !fs::path(word).is_absolute()) files.insert(word);
  params.Set(kFolder, place.string());
  params.Erase(kHash);
  if (files.empty()) return;
  std::string text;
  for (const std::string& file : files)
    text += file + "\n" + Sha256OfFile((place / file).string()) + "\n";
  params.Set(kHash, Sha256Hex(text));
}

Params WithoutPlace(Params params) {
  params.Erase(kFolder);
  params.Erase(kHash);
  return params;
}

std::string FilesHash(const Params& params) {
  const ParamValue* hash = params.Find(kHash);
  return hash != nullptr && hash->is_text() ? hash->AsText() : "";
}

}  // namespace mercer
