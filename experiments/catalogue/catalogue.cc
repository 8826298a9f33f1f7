#include "experiments/catalogue/catalogue.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/data/formats/text_fault.h"
#include "core/data/generators.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/rule_table.h"
#include "experiments/catalogue/fetch.h"
#include "experiments/catalogue/load_parts.h"
#include "experiments/catalogue/rule_file.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::vector<Manifest> ReadManifests(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".json") && !name.ends_with("_rules.json")) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Manifest> manifests;
  std::vector<std::string> faults;
  for (const fs::path& path : paths) {
    try {
      manifests.push_back(ReadManifest(path));
    } catch (const InvalidInput& error) {
      faults.emplace_back(error.what());
    }
  }
  if (!faults.empty()) throw InvalidInput(Join(faults, "\n"));
  return manifests;
}

// The parts that the spec names, in its order; all of them where it names none.
std::vector<std::string> ChosenParts(const Manifest& manifest, const DatasetSpec& spec) {
  const std::vector<std::string> known = manifest.Parts();
  if (spec.parts.empty()) return known;
  std::set<std::string> seen;
  for (const std::string& part : spec.parts) {
    if (std::find(known.begin(), known.end(), part) == known.end())
      throw InvalidInput("data set '" + manifest.name + "': " + UnknownName("part", part, known));
    if (!seen.insert(part).second)
      throw InvalidInput("data set '" + manifest.name + "' names the part '" + part + "' twice");
  }
  return spec.parts;
}

std::string OwnerOf(const DatasetSpec& spec) { return "data set '" + spec.name + "'"; }

[[noreturn]] void NothingToEncode(const DatasetSpec& spec) {
  throw InvalidInput(OwnerOf(spec) + " holds numbers only, so there is nothing to encode");
}

void CheckSpec(const Manifest& manifest, const DatasetSpec& spec) {
  if (!spec.params.empty())
    throw InvalidInput(OwnerOf(spec) + " takes no parameters, got " + spec.params.Canonical());
  EncodingOf(OwnerOf(spec), spec.encode);
  const bool has_categories =
      manifest.IsGenerated() || DataFormatRegistry().Get(manifest.format).has_categories;
  if (!spec.encode.empty() && !has_categories) NothingToEncode(spec);
}

void CheckGeneratorSpec(const DatasetSpec& spec) {
  if (!spec.parts.empty() || !spec.encode.empty())
    throw InvalidInput("generated data set '" + spec.name + "' has neither parts nor an encoding");
  GeneratorRegistry().ResolveParams(spec.name, spec.params);
}

DataSource SourceOf(const Manifest& manifest, const DatasetSpec& spec, const fs::path& data_dir) {
  DataSource source{manifest.name, manifest.format, manifest.format_params, manifest.input_dim, {}};
  for (const std::string& name : ChosenParts(manifest, spec)) {
    source.parts.push_back({name, {}, 0});
    for (const ManifestFile& file : manifest.FilesOf(name)) {
      const fs::path path = data_dir / manifest.name / file.file;
      source.parts.back().files.push_back(
          {file.role, path.string(), "", file.sha256, file.content_sha256});
      source.parts.back().rows = file.rows;
    }
  }
  if (manifest.IsGenerated()) {
    const RuleTable rules = ReadRuleFile(manifest.path.parent_path() / manifest.rules);
    source.format = "csv";
    source.format_params = RuleCsvParams(rules);
    source.parts.front().files.front().bytes = GenerateRuleText(rules);
  }
  return source;
}

DataSource SourceOf(const DatasetSpec& spec) {
  DataSource source{spec.name, spec.format.name, spec.format.params, 0, {}};
  for (const DataPath& file : spec.paths) {
    if (source.parts.empty() || source.parts.back().name != file.part)
      source.parts.push_back({file.part, {}, 0});
    source.parts.back().files.push_back({file.role, file.path, "", "", ""});
  }
  return source;
}

void RequireEncode(const DataTable& table, const DatasetSpec& spec) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const TableColumn& column = table.columns[j];
    if (column.values.empty()) continue;
    names.push_back(column.name.empty() ? std::to_string(j + 1) : column.name);
  }
  if (names.empty() || !spec.encode.empty()) return;
  const ParamValue* header = spec.format.params.Find("header");
  const bool has_header = header != nullptr && header->AsBool();
  if (spec.format.name == "csv" && table.x.rows() == 1 && !has_header)
    throw InvalidInput(
        OwnerOf(spec) +
        " has one row, of names; expected rows, and \"header\": true where the first "
        "line names the columns");
  throw InvalidInput(OwnerOf(spec) + " has columns of names (" + Join(names, ", ") +
                     "); expected encode, 'integer' or 'one_hot'");
}

// Half of the last of the four digits that manifests have.
constexpr double kDensityRounding = 0.5e-4 * (1 + 1e-9);

void CheckDensity(const Manifest& manifest, const Dataset& data) {
  if (manifest.density == 0) return;
  const double density = Density(data.x);
  if (std::abs(density - manifest.density) <= kDensityRounding) return;
  throw InvalidInput("data set '" + data.name + "' has a density of " + FormatNumber(density) +
                     "; expected " + FormatNumber(manifest.density));
}

void CheckClassCounts(const Manifest& manifest, const Dataset& data) {
  for (const auto& [label, count] : manifest.class_counts) {
    double value = 0;
    const auto name = std::find(data.class_names.begin(), data.class_names.end(), label);
    if (name != data.class_names.end()) {
      value = static_cast<double>(name - data.class_names.begin());
    } else if (!data.class_names.empty() || !ParseNumber(label, &value)) {
      throw InvalidInput(
          manifest.path.string() + ": class_counts names " + Quoted(label) +
          ", which is no label of the data set; expected labels as its files have them");
    }
    const Index counted = (data.y.array() == value).count();
    if (counted != count) {
      throw InvalidInput("data set '" + data.name + "' has " + std::to_string(counted) +
                         " rows of class " + label + "; expected " + std::to_string(count));
    }
  }
}

// The value of an environment variable, "" where it is unset.
std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool HasManifests(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "datasets", ignored);
}

}  // namespace

/// By what names the rows: files, format and encoding.
class Catalogue::Shapes {
 public:
  std::optional<DataShape> Find(const DatasetSpec& spec) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = shapes_.find(KeyOf(spec));
    return known == shapes_.end() ? std::nullopt : std::optional(known->second);
  }

  void Put(const DatasetSpec& spec, const Dataset& data) {
    const std::lock_guard<std::mutex> lock(mutex_);
    shapes_[KeyOf(spec)] = {data.x.rows(),   data.x.cols(),      MissingValues(data.x),
                            Density(data.x), data.x.is_sparse(), data.part_rows};
  }

 private:
  static std::string KeyOf(const DatasetSpec& spec) {
    std::string key = spec.format.Canonical() + "\n" + spec.encode;
    for (const DataPath& file : spec.paths)
      key += "\n" + file.part + ":" + file.role + ":" + file.path;
    return key;
  }

  std::mutex mutex_;
  std::map<std::string, DataShape> shapes_;
};

Catalogue::Catalogue(fs::path data_dir)
    : data_dir_(std::move(data_dir)),
      manifests_(ReadManifests(ShareDir() / "datasets")),
      shapes_(std::make_shared<Shapes>()) {}

Catalogue Catalogue::WithData(fs::path data_dir) const {
  Catalogue other = *this;
  other.data_dir_ = std::move(data_dir);
  return other;
}

std::vector<std::string> Catalogue::Names() const {
  std::vector<std::string> names;
  for (const Manifest& manifest : manifests_) names.push_back(manifest.name);
  for (const std::string& name : GeneratorRegistry().Names()) names.push_back(name);
  return names;
}

const Manifest* Catalogue::Find(const std::string& name) const {
  const auto found = std::find_if(manifests_.begin(), manifests_.end(),
                                  [&](const Manifest& m) { return m.name == name; });
  return found == manifests_.end() ? nullptr : &*found;
}

void Catalogue::RequirePresent(const DatasetSpec& spec) const {
  if (!spec.paths.empty()) {
    for (const DataPath& file : spec.paths) {
      std::error_code error;
      if (!fs::is_regular_file(file.path, error))
        throw InvalidInput(file.path + " is no file; expected the " + file.part + " part of " +
                           OwnerOf(spec));
    }
    return;
  }
  const Manifest* manifest = Find(spec.name);
  if (manifest == nullptr) {
    if (GeneratorRegistry().Find(spec.name) == nullptr)
      throw InvalidInput(UnknownName("data set", spec.name, Names()));
    CheckGeneratorSpec(spec);
    return;
  }
  CheckSpec(*manifest, spec);
  const std::vector<std::string> parts = ChosenParts(*manifest, spec);
  if (!manifest->licensed.empty() && parts.empty())
    throw DataMissing(spec.name + ": " + manifest->licensed);
  if (manifest->IsGenerated()) return;
  for (const std::string& part : parts) {
    for (const ManifestFile& file : manifest->FilesOf(part)) RequireFile(*manifest, file);
  }
}

void Catalogue::RequireFile(const Manifest& manifest, const ManifestFile& file) const {
  const fs::path path = data_dir_ / manifest.name / file.file;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error && !manifest.licensed.empty())
    throw DataMissing(manifest.name + ": " + manifest.licensed);
  if (error) throw DataMissing(manifest.name + " is not on this machine; " + HowToFetch(manifest));
  // The same contents in another packing are told by the sha256 of the contents.
  if (file.bytes > 0 && size != file.bytes && file.content_sha256.empty()) {
    throw DataMissing(path.string() + " has " + std::to_string(size) + " bytes; expected " +
                      std::to_string(file.bytes) + "; " + HowToFetch(manifest));
  }
}

Dataset Catalogue::Load(const DatasetSpec& spec, std::uint64_t seed) const {
  RequirePresent(spec);
  const Manifest* manifest = spec.paths.empty() ? Find(spec.name) : nullptr;
  if (manifest == nullptr && spec.paths.empty()) return Generate(spec.name, spec.params, seed);
  const DataSource source =
      manifest != nullptr ? SourceOf(*manifest, spec, data_dir_) : SourceOf(spec);
  Dataset data;
  DataTable table = LoadTable(source, &data);
  if (manifest == nullptr) RequireEncode(table, spec);
  if (!spec.encode.empty() && !table.HasCategories()) NothingToEncode(spec);
  data.y = std::move(table.y);
  data.x =
      Stored(Encode(std::move(table), EncodingOf(OwnerOf(spec), spec.encode)), Storage::kByDensity);
  if (manifest != nullptr && source.parts.size() == manifest->Parts().size()) {
    CheckClassCounts(*manifest, data);
    if (spec.encode.empty()) CheckDensity(*manifest, data);
  }
  if (manifest == nullptr) shapes_->Put(spec, data);
  return data;
}

std::optional<DataShape> Catalogue::ShapeOf(const DatasetSpec& spec) const {
  return spec.paths.empty() ? std::nullopt : shapes_->Find(spec);
}

std::optional<Index> Catalogue::InputDim(const DatasetSpec& spec) const {
  const Manifest* manifest = Find(spec.name);
  if (manifest == nullptr || !spec.paths.empty()) return std::nullopt;
  if (EncodingOf(OwnerOf(spec), spec.encode) == Encoding::kInteger) return manifest->input_dim;
  if (manifest->IsGenerated()) {
    const RuleTable rules = ReadRuleFile(manifest->path.parent_path() / manifest->rules);
    return EncodedDim(rules.attributes, Encoding::kOneHot);
  }
  // Values that are only found in the files count when these are read.
  const ParamValue* listed = manifest->format_params.Find("categories");
  if (manifest->format != "csv" || listed == nullptr ||
      manifest->format_params.Find("categorical") != nullptr)
    return std::nullopt;
  Index d = manifest->input_dim;
  for (const auto& [name, values] : listed->AsParams().entries())
    d += static_cast<Index>(values.AsList().size()) - 1;
  return d;
}

fs::path ShareDir() {
  const std::string given = Environment("MERCER_SHARE");
  if (!given.empty()) {
    if (HasManifests(given)) return given;
    throw InvalidInput("MERCER_SHARE is '" + given + "', which holds no folder datasets");
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "mercer";
  if (!error && HasManifests(installed)) return installed;
  if (HasManifests(MERCER_SOURCE_DIR)) return MERCER_SOURCE_DIR;
  throw InvalidInput("the folder of the manifests is neither " + installed.string() + " nor " +
                     MERCER_SOURCE_DIR + "; set MERCER_SHARE to the one that holds datasets");
}

fs::path DataDir(const std::string& option) {
  if (!option.empty()) return option;
  const std::string data = Environment("MERCER_DATA");
  if (!data.empty()) return data;
  const std::string cache = Environment("XDG_CACHE_HOME");
  if (!cache.empty()) return fs::path(cache) / "mercer";
  const std::string home = Environment("HOME");
  if (!home.empty()) return fs::path(home) / ".cache" / "mercer";
  throw InvalidInput("no folder for data: give --data DIR, or set MERCER_DATA or HOME");
}

}  // namespace mercer
