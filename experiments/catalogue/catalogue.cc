#include "experiments/catalogue/catalogue.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/decompress.h"
#include "core/data/generators.h"
#include "core/data/libsvm_reader.h"
#include "core/data/parsed_cache.h"
#include "core/data/rule_table.h"
#include "core/data/text_fault.h"
#include "experiments/catalogue/fetch.h"
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

// The files of the parts that the spec names, in its order; all of them where it names none.
std::vector<ManifestFile> ChosenFiles(const Manifest& manifest, const DatasetSpec& spec) {
  if (spec.parts.empty()) return manifest.files;
  std::vector<std::string> known;
  for (const ManifestFile& file : manifest.files) known.push_back(file.part);
  std::vector<ManifestFile> chosen;
  std::set<std::string> seen;
  for (const std::string& part : spec.parts) {
    const auto found = std::find(known.begin(), known.end(), part);
    if (found == known.end())
      throw InvalidInput("data set '" + manifest.name + "': " + UnknownName("part", part, known));
    if (!seen.insert(part).second)
      throw InvalidInput("data set '" + manifest.name + "' names the part '" + part + "' twice");
    chosen.push_back(manifest.files[static_cast<std::size_t>(found - known.begin())]);
  }
  return chosen;
}

void CheckSpec(const Manifest& manifest, const DatasetSpec& spec) {
  const std::string owner = "data set '" + spec.name + "'";
  if (!spec.params.empty())
    throw InvalidInput(owner + " takes no parameters, got " + spec.params.Canonical());
  if (spec.encode.empty()) return;
  if (spec.encode != "integer")
    throw InvalidInput(owner + ": encode is '" + spec.encode + "'; expected 'integer'");
  if (!manifest.IsCategorical())
    throw InvalidInput(owner + " holds numbers only, so there is nothing to encode");
}

void CheckGeneratorSpec(const DatasetSpec& spec) {
  if (!spec.parts.empty() || !spec.encode.empty())
    throw InvalidInput("generated data set '" + spec.name + "' has neither parts nor an encoding");
  GeneratorRegistry().ResolveParams(spec.name, spec.params);
}

// The bytes of a part as distributed: read, or generated.
std::string PartBytes(const Manifest& manifest, const ManifestFile& file, const fs::path& path,
                      const RuleTable& rules) {
  std::string bytes =
      manifest.IsGenerated() ? GenerateRuleText(rules) : ReadWholeFile(path.string());
  const std::string sha256 = Sha256Hex(bytes);
  if (sha256 != file.sha256) {
    throw InvalidInput(path.string() + " has sha256 " + sha256 + "; expected " + file.sha256);
  }
  return bytes;
}

LabelledRows ParsePart(const Manifest& manifest, const std::string& text, const std::string& path,
                       const RuleTable& rules) {
  if (manifest.format == "libsvm")
    return ParseLibsvm(text, path, {.input_dim = manifest.input_dim});
  return ParseCsv(text, path, manifest.IsGenerated() ? RuleFormat(rules) : manifest.csv);
}

// ParsePart, or what it made of the same text before: numbers that take a while to read are kept
// beside the file.
LabelledRows ParsePartOnce(const Manifest& manifest, const std::string& text,
                           const std::string& sha256, const fs::path& path,
                           const RuleTable& rules) {
  constexpr std::size_t kWorthKeeping = 1 << 20;  // bytes
  const auto parse = [&] { return ParsePart(manifest, text, path.string(), rules); };
  if (manifest.format != "libsvm" || text.size() < kWorthKeeping) return parse();
  const std::string cached = path.filename().string() + ".rows";
  const std::string key =
      sha256 + " " + manifest.format + " input_dim=" + std::to_string(manifest.input_dim);
  return ParsedOnce((path.parent_path() / ".cache" / cached).string(), key,
                    [&] { return ParsedRows{parse()}; })
      .rows;
}

std::string HashOfHashes(const std::vector<std::string>& hashes) {
  return hashes.size() == 1 ? hashes.front() : Sha256Hex(Join(hashes, "\n"));
}

void CheckClassCounts(const Manifest& manifest, const Dataset& data) {
  for (const auto& [label, count] : manifest.class_counts) {
    double value = 0;
    const auto name = std::find(data.class_names.begin(), data.class_names.end(), label);
    if (name != data.class_names.end()) {
      value = static_cast<double>(name - data.class_names.begin());
    } else if (!data.class_names.empty() || !ParseNumber(label, &value)) {
      throw InvalidInput(manifest.path.string() + ": class_counts names " + Quoted(label) +
                         ", which is no label of the data set");
    }
    const Index counted = (data.y.array() == value).count();
    if (counted != count) {
      throw InvalidInput("data set '" + data.name + "' has " + std::to_string(counted) +
                         " rows of class " + label + "; expected " + std::to_string(count));
    }
  }
}

}  // namespace

Catalogue::Catalogue(fs::path data_dir)
    : data_dir_(std::move(data_dir)), manifests_(ReadManifests(ShareDir() / "datasets")) {}

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
  const Manifest* manifest = Find(spec.name);
  if (manifest == nullptr) {
    if (GeneratorRegistry().Find(spec.name) == nullptr)
      throw InvalidInput(UnknownName("data set", spec.name, Names()));
    CheckGeneratorSpec(spec);
    return;
  }
  CheckSpec(*manifest, spec);
  const std::vector<ManifestFile> files = ChosenFiles(*manifest, spec);
  if (manifest->IsGenerated()) return;
  for (const ManifestFile& file : files) {
    const fs::path path = data_dir_ / manifest->name / file.file;
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error) throw DataMissing(spec.name + " is not on this machine; " + HowToFetch(*manifest));
    if (size != file.bytes) {
      throw DataMissing(path.string() + " has " + std::to_string(size) + " bytes; expected " +
                        std::to_string(file.bytes) + "; " + HowToFetch(*manifest));
    }
  }
}

Dataset Catalogue::Load(const DatasetSpec& spec, std::uint64_t seed) const {
  RequirePresent(spec);
  const Manifest* manifest = Find(spec.name);
  if (manifest == nullptr) return Generate(spec.name, spec.params, seed);
  const RuleTable rules = manifest->IsGenerated()
                              ? ReadRuleFile(manifest->path.parent_path() / manifest->rules)
                              : RuleTable{};
  Dataset data;
  data.name = spec.name;
  data.class_names = manifest->IsGenerated() ? rules.classes : manifest->csv.label.values;
  std::vector<LabelledRows> pieces;
  std::vector<std::string> hashes;
  const std::vector<ManifestFile> files = ChosenFiles(*manifest, spec);
  for (const ManifestFile& file : files) {
    const fs::path path = data_dir_ / manifest->name / file.file;
    const std::string text = Unpack(PartBytes(*manifest, file, path, rules), path.string());
    hashes.push_back(Sha256Hex(text));
    if (!file.content_sha256.empty() && hashes.back() != file.content_sha256) {
      throw InvalidInput(path.string() + " unpacks to text of sha256 " + hashes.back() +
                         "; expected " + file.content_sha256);
    }
    pieces.push_back(ParsePartOnce(*manifest, text, hashes.back(), path, rules));
    data.part_rows.push_back(pieces.back().x.rows());
    if (data.part_rows.back() != file.rows) {
      throw InvalidInput(path.string() + " has " + std::to_string(data.part_rows.back()) +
                         " rows; expected " + std::to_string(file.rows));
    }
  }
  LabelledRows pooled = Pool(std::move(pieces));
  if (pooled.x.cols() != manifest->input_dim) {
    throw InvalidInput("data set '" + spec.name + "' has " + std::to_string(pooled.x.cols()) +
                       " columns; expected " + std::to_string(manifest->input_dim));
  }
  data.x = Stored(std::move(pooled.x), Storage::kByDensity);
  data.y = std::move(pooled.y);
  data.sha256 = HashOfHashes(hashes);
  if (files.size() == manifest->files.size()) CheckClassCounts(*manifest, data);
  return data;
}

}  // namespace mercer
