#include "experiments/external/external_params.h"

#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCommand = "command";
constexpr const char* kFiles = "files";
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

// The path of an absolute path from the folder; empty if it lies elsewhere. A folder may have
// several names, by symbolic links.
fs::path PathFrom(const fs::path& folder, const fs::path& absolute) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(folder, ignored);
  const fs::path parent = fs::weakly_canonical(absolute.parent_path(), ignored);
  for (const auto& [from, to] : {std::pair{folder.lexically_normal(), absolute.lexically_normal()},
                                 std::pair{real, parent / absolute.filename()},
                                 std::pair{real, fs::weakly_canonical(absolute, ignored)}}) {
    const fs::path path = from.empty() ? fs::path() : to.lexically_relative(from);
    if (!path.empty() && *path.begin() != "..") return path;
  }
  return {};
}

// `placed` of each text of a list; the list stays as it is if it holds anything else.
template <class Placed>
void PlaceEach(const char* key, const Placed& placed, Params& params) {
  const std::vector<std::string> texts = Texts(params, key);
  if (texts.empty() || texts.size() != params.Get(key).AsList().size()) return;
  ParamValue::List list;
  for (std::size_t i = 0; i < texts.size(); ++i) list.emplace_back(placed(texts[i], i));
  params.Set(key, std::move(list));
}

}  // namespace

std::vector<ParamSpec> ExternalParams() {
  return {
      {.name = kCommand,
       .kind = ParamKind::kList,
       .help = "the program and its arguments, started without a shell",
       .example = ParamValue::List{"python3", "my_map.py"},
       .items = ParamKind::kText},
      {.name = "params",
       .kind = ParamKind::kParams,
       .help = "passed to the program unchanged",
       .optional = true},
      {.name = kFiles,
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
  ExternalCommand command{.words = Texts(params, kCommand)};
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
  std::set<std::pair<std::string, fs::path>> files;  // as records name it, and where it is
  for (const std::string& file : Texts(params, kFiles)) {
    if (!IsFile(place / file)) {
      throw InvalidInput("files names '" + file + "', and '" + (place / file).string() +
                         "' is no file; expected one, from the folder that the program runs in");
    }
    files.emplace(PlacedFile(place, file), place / file);
  }
  const std::vector<std::string> words = Texts(params, kCommand);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = PlacedWord(place, words[i], i);
    if (IsFile(place / words[i]) && !fs::path(name).is_absolute())
      files.emplace(name, place / words[i]);
  }
  params.Set(kFolder, place.string());
  params.Erase(kHash);
  if (files.empty()) return;
  std::set<std::pair<std::string, std::string>> hashes;
  for (const auto& [name, path] : files) hashes.emplace(name, Sha256OfFile(path.string()));
  std::string text;
  for (const auto& [name, hash] : hashes) text += name + "\n" + hash + "\n";
  params.Set(kHash, Sha256Hex(text));
}

std::string PlacedWord(const fs::path& folder, const std::string& word, std::size_t index) {
  const fs::path path = fs::path(word).is_absolute() ? PathFrom(folder, word) : fs::path();
  if (path.empty()) return word;
  // A program without a folder is looked for in the PATH.
  return index == 0 ? (fs::path(".") / path).string() : path.string();
}

std::string PlacedFile(const fs::path& folder, const std::string& file) {
  if (!fs::path(file).is_absolute()) return file;
  const fs::path path = PathFrom(folder, file);
  if (!path.empty()) return path.string();
  const fs::path normal = fs::path(file).lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

Params WithoutPlace(Params params) {
  const ParamValue* given = params.Find(kFolder);
  const fs::path folder = given != nullptr && given->is_text() ? given->AsText() : "";
  if (folder.is_absolute()) {
    const auto word = [&](const std::string& text, std::size_t index) {
      return PlacedWord(folder, text, index);
    };
    const auto file = [&](const std::string& text, std::size_t) {
      return PlacedFile(folder, text);
    };
    PlaceEach(kCommand, word, params);
    PlaceEach(kFiles, file, params);
  }
  params.Erase(kFolder);
  params.Erase(kHash);
  return params;
}

std::string FilesHash(const Params& params) {
  const ParamValue* hash = params.Find(kHash);
  return hash != nullptr && hash->is_text() ? hash->AsText() : "";
}

}  // namespace mercer
