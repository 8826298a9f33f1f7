#include "experiments/catalogue/manifest.h"

#include <algorithm>
#include <set>

#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "experiments/catalogue/fetch/archive_member.h"
#include "experiments/json/json_object.h"

namespace mercer {
namespace {

constexpr std::int64_t kMaxColumns = 10'000'000;

// Names become parts of paths: no folder, no hidden file, nothing that a shell would see.
bool IsPlainName(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !name.empty() && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), plain);
}

std::string PlainName(JsonObject* object, const std::string& key, bool required) {
  std::string name = required ? object->Text(key) : object->OptionalText(key);
  if (!name.empty() && !IsPlainName(name))
    object->Fault(key, "expected a name of letters, digits and . _ -, got " + Quoted(name));
  return name;
}

std::string Sha256Text(JsonObject* object, const std::string& key, bool required) {
  std::string text = required ? object->Text(key) : object->OptionalText(key);
  const bool fits = text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
  if (!text.empty() && !fits)
    object->Fault(key, "expected 64 lower-case hexadecimal digits, got " + Quoted(text));
  return text;
}

std::vector<std::string> Addresses(JsonObject* object) {
  std::vector<std::string> urls = object->Texts("urls", true);
  for (const std::string& url : urls) {
    if (!url.starts_with("https://"))
      object->Fault("urls", "expected addresses that begin with https://, got " + Quoted(url));
  }
  return urls;
}

// What follows the last '/' of the first address.
std::string LastName(const std::vector<std::string>& urls) {
  return urls.empty() ? "" : urls[0].substr(urls[0].rfind('/') + 1);
}

ManifestArchive ReadArchive(const OrderedJson& value, const std::string& pointer, Faults* faults) {
  JsonObject object(value, pointer, faults);
  ManifestArchive archive;
  archive.urls = Addresses(&object);
  if (archive.urls.empty()) object.Fault("urls", "expected at least one address");
  archive.file = PlainName(&object, "file", false);
  const bool from_address = archive.file.empty() && !archive.urls.empty();
  if (from_address) archive.file = LastName(archive.urls);
  if (from_address && !IsPlainName(archive.file))
    object.Fault("urls", "ends in no plain name; expected the archive's name as the key 'file'");
  if (value.is_object() && value.contains("bytes"))
    archive.bytes = static_cast<std::uint64_t>(object.Whole("bytes", 1));
  archive.sha256 = Sha256Text(&object, "sha256", false);
  object.Finish();
  return archive;
}

void ReadArchiveKeys(JsonObject* object, ManifestFile* file, Faults* faults) {
  const OrderedJson* archive = object->Object("archive", false);
  file->member = object->OptionalText("member");
  if (!file->member.empty() && !IsSafeMember(file->member))
    object->Fault("member",
                  "expected a relative path that stays in its folder, got " + Quoted(file->member));
  if (archive != nullptr) {
    file->archive = ReadArchive(*archive, object->PointerTo("archive"), faults);
    if (file->archive.file == file->file)
      object->Fault("archive", "has the name of the file; expected another one");
  } else if (!file->member.empty()) {
    object->Fault("member", "is there without the key 'archive'; expected both or neither");
  }
}

ManifestFile ReadFileEntry(const OrderedJson& value, const std::string& pointer, bool licensed,
                           Faults* faults) {
  JsonObject object(value, pointer, faults);
  ManifestFile file;
  file.part = PlainName(&object, "part", true);
  file.role = PlainName(&object, "role", false);
  file.file = PlainName(&object, "file", true);
  if (!licensed) {
    file.urls = Addresses(&object);
    ReadArchiveKeys(&object, &file, faults);
    file.bytes = static_cast<std::uint64_t>(object.Whole("bytes", 1));
    file.sha256 = Sha256Text(&object, "sha256", true);
    file.content_sha256 = Sha256Text(&object, "content_sha256", false);
  }
  file.rows = object.Whole("rows", 1);
  object.Finish();
  return file;
}

void ReadFiles(JsonObject* object, Manifest* manifest, Faults* faults) {
  const bool licensed = !manifest->licensed.empty();
  const OrderedJson* list = object->Array("files", !licensed);
  if (list == nullptr) return;
  if (list->empty()) object->Fault("files", "expected at least one file, got []");
  std::set<std::string> names;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string pointer = Child(object->PointerTo("files"), i);
    manifest->files.push_back(ReadFileEntry((*list)[i], pointer, licensed, faults));
    const ManifestFile& file = manifest->files.back();
    if (!names.insert(file.file).second)
      faults->Add(pointer + "/file",
                  "the file " + Quoted(file.file) + " is there twice; expected each once");
  }
}

// Each part has one file of each role, all of them with the part's rows.
void CheckRoles(const std::vector<FileRole>& roles, Manifest* manifest, JsonObject* object,
                Faults* faults) {
  std::vector<std::string> known;
  for (const FileRole& role : roles) known.push_back(role.name);
  std::map<std::string, std::map<std::string, const ManifestFile*>> there;  // part → role
  for (std::size_t i = 0; i < manifest->files.size(); ++i) {
    ManifestFile& file = manifest->files[i];
    const std::string pointer = Child(object->PointerTo("files"), i);
    if (file.role.empty()) file.role = known.front();
    auto& of_part = there[file.part];
    const Index rows = of_part.empty() ? file.rows : of_part.begin()->second->rows;
    if (std::find(known.begin(), known.end(), file.role) == known.end()) {
      faults->Add(pointer + "/role", UnknownName("role", file.role, known));
    } else if (!of_part.emplace(file.role, &file).second) {
      faults->Add(pointer + "/part",
                  "the part " + Quoted(file.part) + " is there twice" +
                      (known.size() > 1 ? " with a file of " + file.role : std::string()) +
                      "; expected once");
    } else if (file.rows != rows) {
      faults->Add(pointer + "/rows", "expected the rows of the part, " + std::to_string(rows) +
                                         ", got " + std::to_string(file.rows));
    }
  }
  for (const auto& [part, files] : there) {
    for (const std::string& role : known) {
      if (!files.contains(role))
        object->Fault("files",
                      "the part " + Quoted(part) + " has no file of " + role + "; expected one");
    }
  }
}

void ReadClassCounts(JsonObject* object, Manifest* manifest, Faults* faults) {
  const OrderedJson* counts = object->Object("class_counts", false);
  if (counts == nullptr) return;
  JsonObject reader(*counts, object->PointerTo("class_counts"), faults);
  Index sum = 0;
  for (const auto& item : counts->items()) {
    const Index count = reader.Whole(item.key(), 1);
    manifest->class_counts[item.key()] = count;
    sum += count;
  }
  if (sum != manifest->Rows()) {
    object->Fault("class_counts", "the counts sum to " + std::to_string(sum) +
                                      "; expected the rows of all parts, " +
                                      std::to_string(manifest->Rows()));
  }
}

// Counts of classes say that the labels are classes.
void ReadTarget(JsonObject* object, Manifest* manifest) {
  manifest->target = object->OptionalText("target");
  const bool has_classes = !manifest->class_counts.empty();
  if (!manifest->target.empty() && manifest->target != "classes" && manifest->target != "values") {
    object->Fault("target", "expected 'classes' or 'values', got " + Quoted(manifest->target));
  } else if (has_classes && manifest->target == "values") {
    object->Fault("class_counts", "expected none beside target 'values'");
  }
  if (has_classes) manifest->target = "classes";
}

void ReadFormat(JsonObject* object, Manifest* manifest, Faults* faults) {
  manifest->format = object->Text("format");
  if (manifest->format.empty()) return;
  if (manifest->format == "rules") {
    manifest->rules = PlainName(object, "rules", true);
    if (!manifest->rules.empty() && !manifest->rules.ends_with("_rules.json"))
      object->Fault("rules",
                    "expected a name that ends in _rules.json, got " + Quoted(manifest->rules));
    if (manifest->files.size() > 1)
      object->Fault("files", "expected one file, as rule tables generate one");
    return;
  }
  const DataFormat* format = DataFormatRegistry().Find(manifest->format);
  if (format == nullptr) {
    std::vector<std::string> known = DataFormatRegistry().Names();
    known.emplace_back("rules");
    object->Fault("format", UnknownName("format", manifest->format, known));
    return;
  }
  manifest->format_params = object->Parameters("format '" + manifest->format + "'", format->params);
  CheckRoles(format->roles, manifest, object, faults);
}

}  // namespace

std::vector<std::string> Manifest::Parts() const {
  std::vector<std::string> parts;
  for (const ManifestFile& file : files)
    if (std::find(parts.begin(), parts.end(), file.part) == parts.end()) parts.push_back(file.part);
  return parts;
}

std::vector<ManifestFile> Manifest::FilesOf(const std::string& part) const {
  std::vector<ManifestFile> of_part;
  for (const ManifestFile& file : files)
    if (file.part == part) of_part.push_back(file);
  return of_part;
}

Index Manifest::Rows() const {
  Index rows = 0;
  for (const std::string& part : Parts()) rows += FilesOf(part).front().rows;
  return rows;
}

Manifest ReadManifest(const std::filesystem::path& path) {
  Faults faults;
  const OrderedJson json = ReadJsonFile(path, faults);
  JsonObject object(json, "", &faults);
  Manifest manifest;
  manifest.path = path;
  manifest.name = PlainName(&object, "name", true);
  if (!manifest.name.empty() && manifest.name != path.stem().string())
    object.Fault("name", "expected the file's name, " + Quoted(path.stem().string()) + ", got " +
                             Quoted(manifest.name));
  manifest.title = object.Text("title");
  object.OptionalText("display");  // reports read it themselves
  manifest.citation = object.Text("citation");
  manifest.licence = object.Text("licence");
  manifest.note = object.OptionalText("note");
  manifest.licensed = object.OptionalText("licensed");
  manifest.substitutes = PlainName(&object, "substitutes", false);
  manifest.folder = PlainName(&object, "folder", false);
  if (manifest.folder.empty()) manifest.folder = manifest.name;
  manifest.input_dim = object.Whole("input_dim", 1);
  if (manifest.input_dim > kMaxColumns) {
    object.Fault("input_dim", "expected at most " + std::to_string(kMaxColumns) + ", got " +
                                  std::to_string(manifest.input_dim));
    manifest.input_dim = 0;
  }
  manifest.density = object.OptionalNumber("density", 0, 0);
  if (manifest.density > 1)
    object.Fault("density", "expected at most 1, got " + FormatNumber(manifest.density));
  ReadFiles(&object, &manifest, &faults);
  ReadClassCounts(&object, &manifest, &faults);
  ReadTarget(&object, &manifest);
  ReadFormat(&object, &manifest, &faults);
  object.Finish();
  faults.ThrowIfAny(path);
  return manifest;
}

}  // namespace mercer
