#include "experiments/transform/map_file.h"

#include <optional>
#include <string>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/identity.h"
#include "experiments/json/parse_json.h"
#include "tests/fuzz/fuzz.h"

namespace mercer {
namespace {

template <class Entry>
NamedParams Resolved(const Registry<Entry>& registry, const OrderedJson& part) {
  const NestedValue nested = AsNested(ToParamValue(part).value());
  return {nested.name, registry.ResolveParams(nested.name, nested.params)};
}

// The file with the versions that this program has where it says "ours": they hold every parameter.
std::string WithOurVersions(std::string_view text) {
  std::optional<OrderedJson> file = ParseJson(text);
  for (const char* key : {"kernel", "map"}) {
    const std::string version_key = std::string(key) + "_version";
    const OrderedJson* part = file ? Member(*file, key) : nullptr;
    const bool is_known = part != nullptr && part->is_object() && ToParamValue(*part);
    if (!is_known || TextOf(*file, version_key) != "ours") return std::string(text);
    (*file)[version_key] = key == std::string("map")
                               ? VersionedMap(Resolved(MapRegistry(), *part))
                               : VersionedKernel(Resolved(KernelRegistry(), *part));
  }
  return file->dump();
}

}  // namespace
}  // namespace mercer

MERCER_FUZZ(input) {
  static const ScratchFile file;
  file.Write(WithOurVersions(input));
  const MapDescription read = ReadMapFile(file.path());
  file.Write(WriteMapText(read));
  const MapDescription again = ReadMapFile(file.path());
  MERCER_CHECK(again.kernel.Canonical() == read.kernel.Canonical());
  MERCER_CHECK(again.map.Canonical() == read.map.Canonical());
  MERCER_CHECK(again.num_random_features == read.num_random_features && again.seed == read.seed &&
               again.input_dim == read.input_dim);
  // 2.0 has become 2 by now.
  const std::string written = WriteMapText(again);
  file.Write(written);
  MERCER_CHECK(WriteMapText(ReadMapFile(file.path())) == written);
  constexpr Index kSmall = 32;
  if (read.num_random_features > kSmall || read.input_dim > kSmall) return;
  MERCER_CHECK(DrawDescribed(read)->input_dim() == read.input_dim);
}
