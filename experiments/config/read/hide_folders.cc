#include "experiments/config/read/hide_folders.h"

#include <cstddef>
#include <string>
#include <utility>

#include "experiments/config/read/read_methods.h"
#include "experiments/external/external_params.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// The parts of a method that may be programs of the user.
constexpr const char* kParts[] = {"map", "learner"};

class FolderHider {
 public:
  FolderHider(fs::path folder, Json& config) : folder_(std::move(folder)), config_(config) {}

  bool Hide() {
    // The overrides come first: their programs run in the folders that the methods name.
    if (config_.is_object() && config_.contains("datasets"))
      for (Json& dataset : config_["datasets"]) HideDataset(dataset);
    if (config_.is_object() && config_.contains("methods"))
      for (Json& method : config_["methods"]) HideMethod(method);
    return hidden_;
  }

 private:
  void Replace(Json& value, const std::string& text) {
    if (value.get_ref<const std::string&>() == text) return;
    value = text;
    hidden_ = true;
  }

  void HideName(Json& value) {
    if (!value.is_string()) return;
    const fs::path path = value.get<std::string>();
    if (path.is_absolute()) Replace(value, path.filename().string());
  }

  void HideDataset(Json& dataset) {
    if (!dataset.is_object()) return;
    if (dataset.contains("split") && dataset["split"].is_object())
      for (Json& item : dataset["split"]) HideName(item);
    for (const char* key : {"path", "test_path"}) {
      if (!dataset.contains(key)) continue;
      Json& value = dataset[key];
      if (value.is_object()) {
        for (Json& item : value) HideName(item);
      } else {
        HideName(value);
      }
    }
    if (!dataset.contains("override") || !dataset["override"].is_object()) return;
    for (const auto& [id, values] : dataset["override"].items()) HideOverride(id, values);
  }

  void HideMethod(Json& method) {
    if (!method.is_object()) return;
    for (const char* part : kParts)
      if (method.contains(part)) HideProgram(method[part], FolderOf(method, part));
  }

  // Its keys are dotted paths into the method.
  void HideOverride(const std::string& id, Json& values) {
    if (!values.is_object()) return;
    Json method = Json::object();
    if (const Json* methods = Member(config_, "methods"); methods != nullptr)
      for (const Json& one : *methods)
        if (TextOf(one, "id") == id) method = one;
    Place place("");
    Faults ignored;
    const Json merged = MergeOverride(method, values, "", place, ignored);
    for (const std::string part : kParts) {
      const fs::path folder = FolderOf(merged, part);
      for (const auto& [path, value] : values.items()) {
        if (path == part) HideProgram(value, folder);
        if (path.starts_with(part + ".")) HideKey(path.substr(part.size() + 1), value, folder);
      }
    }
  }

  // Where a part of a method runs if it is a program.
  fs::path FolderOf(const Json& method, const std::string& part) const {
    const Json* program = Member(method, part);
    return program == nullptr ? folder_ : folder_ / TextOf(*program, "folder");
  }

  void HideProgram(Json& program, const fs::path& folder) {
    if (!program.is_object()) return;
    for (const auto& [key, value] : program.items()) HideKey(key, value, folder);
  }

  void HideKey(const std::string& key, Json& value, const fs::path& folder) {
    if (key != "folder" && key != "command" && key != "files") return;
    if (key == "folder" && value.is_string())
      Replace(value, PlacedFile(folder_, value.get<std::string>()));
    if (!value.is_array()) return;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!value[i].is_string()) continue;
      const std::string text = value[i].get<std::string>();
      Replace(value[i], key == "command"  ? PlacedWord(folder, text, i)
                        : key == "folder" ? PlacedFile(folder_, text)
                                          : PlacedFile(folder, text));
    }
  }

  fs::path folder_;
  Json& config_;
  bool hidden_ = false;
};

}  // namespace

bool HideFolders(const fs::path& folder, Json* config) {
  return FolderHider(folder, *config).Hide();
}

}  // namespace mercer
