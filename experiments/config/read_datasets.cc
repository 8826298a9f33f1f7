#include "experiments/config/read_datasets.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/data/generators.h"
#include "core/data/label_rules.h"
#include "core/data/builtin_steps.h"
#include "experiments/config/read_named.h"

namespace mercer {
namespace {

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> PartsOf(const Manifest& manifest) {
  std::vector<std::string> parts;
  for (const ManifestFile& file : manifest.files) {
    if (!Has(parts, file.part)) parts.push_back(file.part);
  }
  return parts;
}

// The keys of files on disk, or of a generator: everything that is not a key of the schema.
std::vector<Params> ReadGeneratorParams(const Json& node, const std::string& name,
                                        const std::vector<std::string>& known_keys,
                                        const Place& place, Faults& faults) {
  if (const GeneratorEntry* generator = GeneratorRegistry().Find(name)) {
    return ReadParams("generator '" + name + "'", generator->params, node, known_keys, "", place,
                      true, faults);
  }
  std::size_t unknown = 0;
  for (const auto& [key, unused] : node.items()) {
    if (Has(known_keys, key)) continue;
    faults.Add(place.Of(Child("", key)), UnknownName("key", key, known_keys));
    ++unknown;
  }
  return unknown == 0 ? std::vector<Params>(1) : std::vector<Params>{};
}

void CheckParts(const Json& node, const std::string& name, const Manifest* manifest,
                const DatasetSpec& spec, const Place& place, Faults& faults) {
  const std::vector<std::string> known =
      manifest != nullptr ? PartsOf(*manifest) : std::vector<std::string>{};
  const Json* parts = Member(node, "parts");
  for (std::size_t i = 0; parts != nullptr && parts->is_array() && i < parts->size(); ++i) {
    if (!(*parts)[i].is_string()) continue;
    const std::string part = (*parts)[i].get<std::string>();
    const std::string where = place.Of(Child("/parts", i));
    if (known.empty()) {
      faults.Add(where, "data set '" + name + "' is generated and has no part '" + part +
                            "'; expected no parts");
    } else if (!Has(known, part)) {
      faults.Add(where, UnknownName("part of data set '" + name + "':", part, known));
    }
  }
  const std::size_t count = spec.parts.empty() ? known.size() : spec.parts.size();
  if (spec.split && spec.split->official && count < 2) {
    faults.Add(place.Of("/split"), "split is \"official\" and data set '" + name + "' has " +
                                       std::to_string(count) + (count == 1 ? " part" : " parts") +
                                       "; expected at least two, the last of which tests");
  }
}

std::optional<SplitSpec> ReadSplit(const Json& node) {
  const Json* split = Member(node, "split");
  if (split == nullptr) return std::nullopt;
  SplitSpec spec;
  spec.official = *split == Json("official");
  const Json* fraction = Member(*split, "train_fraction");
  const Json* cap = Member(*split, "max_train");
  if (fraction != nullptr && fraction->is_number()) spec.train_fraction = fraction->get<double>();
  if (cap != nullptr && cap->is_number_integer()) spec.max_train = cap->get<Index>();
  return spec;
}

std::vector<DatasetSpec> ReadOne(const Json& node, const Catalogue& catalogue,
                                 const std::vector<std::string>& known_keys,
                                 const std::vector<std::string>& kernel_names, const Place& place,
                                 Faults& faults) {
  DatasetSpec spec;
  spec.name = TextOf(node, "name");
  spec.parts = TextsOf(node, "parts");
  spec.encode = TextOf(node, "encode");
  spec.kernels = TextsOf(node, "kernels");
  spec.split = ReadSplit(node);
  CheckKernelNames(node, place, kernel_names, faults);
  if (const Json* labels = Member(node, "labels")) {
    const auto read = ReadNamed(LabelRuleRegistry(), *labels, "/labels", place, false, faults);
    if (!read.empty()) spec.labels = read.front();
  }
  const Json* steps = Member(node, "preprocess");
  for (std::size_t i = 0; steps != nullptr && steps->is_array() && i < steps->size(); ++i) {
    for (NamedParams& step : ReadNamed(PreprocessRegistry(), (*steps)[i], Child("/preprocess", i),
                                       place, false, faults)) {
      spec.preprocess.push_back(std::move(step));
    }
  }
  if (spec.name.empty()) return {spec};  // the schema check has said so
  if (!Has(catalogue.Names(), spec.name)) {
    faults.Add(place.Of("/name"), UnknownName("data set", spec.name, catalogue.Names()));
    return {spec};
  }
  CheckParts(node, spec.name, catalogue.Find(spec.name), spec, place, faults);
  std::vector<DatasetSpec> specs;
  for (Params& params : ReadGeneratorParams(node, spec.name, known_keys, place, faults)) {
    specs.push_back(spec);
    specs.back().params = std::move(params);
  }
  return specs.empty() ? std::vector{spec} : specs;
}

}  // namespace

void CheckKernelNames(const Json& object, const Place& place,
                      const std::vector<std::string>& kernel_names, Faults& faults) {
  const Json* kernels = Member(object, "kernels");
  if (kernels == nullptr || !kernels->is_array()) return;
  for (std::size_t i = 0; i < kernels->size(); ++i) {
    if (!(*kernels)[i].is_string()) continue;
    const std::string name = (*kernels)[i].get<std::string>();
    if (name.empty() || Has(kernel_names, name)) continue;
    faults.Add(place.Of(Child("/kernels", i)),
               UnknownName("kernel of this config:", name, kernel_names));
  }
}

std::vector<ReadDataset> ReadDatasets(const Json& config, const Catalogue& catalogue,
                                      const std::vector<std::string>& known_keys,
                                      const std::vector<std::string>& kernel_names,
                                      Faults& faults) {
  std::vector<ReadDataset> datasets;
  const Json* list = Member(config, "datasets");
  if (list == nullptr || !list->is_array()) return datasets;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!(*list)[i].is_object()) continue;
    const Place place(Child("/datasets", i));
    for (DatasetSpec& spec :
         ReadOne((*list)[i], catalogue, known_keys, kernel_names, place, faults)) {
      datasets.push_back({std::move(spec), i});
    }
  }
  return datasets;
}

}  // namespace mercer
