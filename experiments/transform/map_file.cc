#include "experiments/transform/map_file.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/read/read_named.h"
#include "experiments/config/trial/identity.h"
#include "experiments/external/external_params.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

constexpr char kFormat[] = "mercer map 1";

[[noreturn]] void Fail(const std::string& path, const std::string& fault) {
  throw InvalidInput("map file '" + path + "': " + fault);
}

template <class Entry>
NamedParams ReadPart(const Registry<Entry>& registry, const Json& file, const std::string& key,
                     const std::string& path) {
  const Json* object = Member(file, key);
  const std::optional<ParamValue> value =
      object != nullptr && object->is_object() ? ToParamValue(*object) : std::nullopt;
  if (!value) Fail(path, "no " + key + "; expected an object with a name and its parameters");
  const NestedValue nested = AsNested(*value);
  return CheckNamed("map file '" + path + "'", registry.kind(), registry.Names(),
                    registry.Find(nested.name), {nested.name, nested.params});
}

std::uint64_t ReadNumber(const Json& file, const std::string& key, std::uint64_t min,
                         const std::string& path) {
  const Json* value = Member(file, key);
  if (value == nullptr || !value->is_number_integer() ||
      (!value->is_number_unsigned() && value->get<std::int64_t>() < 0) ||
      value->get<std::uint64_t>() < min) {
    Fail(path, key + " is " + (value == nullptr ? "missing" : Show(*value)) +
                   "; expected a whole number >= " + std::to_string(min));
  }
  return value->get<std::uint64_t>();
}

void CheckVersion(const Json& file, const std::string& key, const std::string& ours,
                  const std::string& path) {
  const std::string theirs = TextOf(file, key);
  if (theirs == ours) return;
  constexpr std::size_t kLongest = 200;  // every parameter is in it
  Fail(path, key + " is '" + Cut(theirs, kLongest) + "' and this program has '" +
                 Cut(ours, kLongest) +
                 "', which gives other numbers; expected the same version: draw the map again");
}

/// An external map is that of the files that it was saved with.
void CheckFiles(const NamedParams& map, const std::string& path) {
  const std::string saved = FilesHash(map.params);
  if (saved.empty()) return;
  Params now = map.params;
  PlaceExternal("", now);
  if (FilesHash(now) == saved) return;
  Fail(path, "the files of its program have changed since the map was saved; expected those of " +
                 saved.substr(0, 12) + "…, or save the map again");
}

std::vector<std::string> RowTexts(const Examples& rows) {
  std::vector<std::string> texts(static_cast<std::size_t>(rows.rows()));
  const Examples sparse = ToSparse(rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    std::string& text = texts[static_cast<std::size_t>(i)];
    for (SparseMatrix::InnerIterator it(sparse.sparse(), i); it; ++it) {
      text +=
          (text.empty() ? "" : " ") + std::to_string(it.col() + 1) + ":" + FormatNumber(it.value());
    }
  }
  return texts;
}

Examples ReadRows(const Json& file, Index input_dim, const std::string& path) {
  const Json* rows = Member(file, "train");
  const bool texts =
      rows != nullptr && rows->is_array() && !rows->empty() &&
      std::all_of(rows->begin(), rows->end(), [](const Json& row) { return row.is_string(); });
  if (!texts) Fail(path, "no train; expected the rows that the map was drawn from");
  std::string lines;
  for (const Json& row : *rows) {
    const std::string& values = row.get_ref<const std::string&>();
    if (values.find_first_of("\n#") != std::string::npos)
      Fail(path, "a row of train is " + Quoted(values) + "; expected index:value pairs");
    lines += "0 " + values + "\n";
  }
  LibsvmReadOptions options;
  options.input_dim = input_dim;
  return ParseLibsvm(lines, "map file '" + path + "', train", options).x;
}

}  // namespace

bool IsDataDependent(const NamedParams& map) {
  return MakeMapSpec(map.name, map.params)
      ->Traits(MapRegistry().Get(map.name).traits)
      .data_dependent;
}

std::unique_ptr<FeatureMap> DrawDescribed(const MapDescription& description) {
  const auto kernel = MakeKernel(description.kernel.name, description.kernel.params);
  const auto map = MakeMapSpec(description.map.name, description.map.params);
  return map->Draw({*kernel, description.input_dim, description.num_random_features,
                    description.seed, description.train ? &*description.train : nullptr});
}

std::string WriteMapText(const MapDescription& description) {
  nlohmann::ordered_json file = {{"format", kFormat},
                                 {"kernel", FromNamed(description.kernel)},
                                 {"map", FromNamed(description.map)},
                                 {"D", description.num_random_features},
                                 {"seed", description.seed},
                                 {"input_dim", description.input_dim},
                                 {"kernel_version", VersionedKernel(description.kernel)},
                                 {"map_version", VersionedMap(description.map)}};
  if (description.train) file["train"] = RowTexts(*description.train);
  return file.dump(2) + "\n";
}

MapDescription ReadMapFile(const std::string& path) {
  const std::optional<std::string> text = TryReadRegularFile(path);
  if (!text) Fail(path, "cannot be read");
  Faults faults;
  const std::optional<Json> file = ParseConfigJson(*text, faults);
  if (!faults.empty()) throw InvalidInput(FormatFaults(path, faults.Take()));
  if (TextOf(*file, "format") != kFormat)
    Fail(path,
         "no \"format\": \"" + std::string(kFormat) + "\"; expected a file that --save-map wrote");
  MapDescription read;
  read.kernel = ReadPart(KernelRegistry(), *file, "kernel", path);
  read.map = ReadPart(MapRegistry(), *file, "map", path);
  const bool takes_count = !MapRegistry().Get(read.map.name).traits.takes_no_count;
  read.num_random_features = static_cast<Index>(ReadNumber(*file, "D", takes_count ? 1 : 0, path));
  read.seed = ReadNumber(*file, "seed", 0, path);
  read.input_dim = static_cast<Index>(ReadNumber(*file, "input_dim", 1, path));
  CheckVersion(*file, "kernel_version", VersionedKernel(read.kernel), path);
  CheckVersion(*file, "map_version", VersionedMap(read.map), path);
  CheckFiles(read.map, path);
  if (IsDataDependent(read.map)) read.train = ReadRows(*file, read.input_dim, path);
  return read;
}

}  // namespace mercer
