#include "experiments/config/read/read_datasets.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "core/data/rows/label_rules.h"
#include "core/data/rows/row_steps.h"
#include "core/data/steps/builtin_steps.h"
#include "core/kernels/builtin_kernels.h"
#include "experiments/config/check/method_checks.h"
#include "experiments/config/check/step_checks.h"
#include "experiments/config/read/read_named.h"
#include "experiments/config/read/read_path_dataset.h"
#include "experiments/config/read/read_split.h"

namespace mercer {
namespace {

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void CheckTogether(const GeneratorEntry& generator, const Params& params, const Place& place,
                   Faults& faults) {
  if (generator.check == nullptr) return;
  try {
    generator.check(params);
  } catch (const InvalidInput& error) {
    faults.Add(place.Of(""), error.what());
  }
}

// The keys of a generator: everything that is not a key of the schema.
std::vector<Params> ReadDatasetParams(const Json& node, const std::string& name,
                                      const std::vector<std::string>& known_keys,
                                      const Place& place, Faults& faults) {
  if (const GeneratorEntry* generator = GeneratorRegistry().Find(name)) {
    std::vector<Params> variants = ReadParams("generator '" + name + "'", generator->params, node,
                                              known_keys, "", place, true, faults);
    for (const Params& params : variants) CheckTogether(*generator, params, place, faults);
    return variants;
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
      manifest != nullptr ? manifest->Parts() : std::vector<std::string>{};
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

// `kernels` of a data set: names of the config's, or kernels of its own.
void ReadDatasetKernels(const Json& node, const std::vector<std::string>& kernel_names,
                        const Place& place, DatasetSpec& spec, Faults& faults) {
  const Json* list = Member(node, "kernels");
  if (list == nullptr || !list->is_array()) return;
  const auto own =
      std::count_if(list->begin(), list->end(), [](const Json& item) { return item.is_object(); });
  if (own == 0) {
    spec.kernels = TextsOf(node, "kernels");
    CheckKernelNames(node, place, kernel_names, faults);
    return;
  }
  if (own < static_cast<std::ptrdiff_t>(list->size())) {
    faults.Add(place.Of("/kernels"),
               "kernels has names and kernels with parameters; expected names of the config's "
               "kernels, or kernels of the data set's own, each an object");
    return;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string at = Child("/kernels", i);
    for (NamedParams& kernel : ReadNamed(KernelRegistry(), (*list)[i], at, place, true, faults)) {
      if (CanMakeKernel(kernel, place.Of(at), faults))
        spec.own_kernels.push_back(std::move(kernel));
    }
  }
}

// The steps of a list, those at fault left out.
template <class Entry>
std::vector<NamedParams> ReadSteps(const Registry<Entry>& registry, const Json& node,
                                   const std::string& key, const Place& place, Faults& faults) {
  std::vector<NamedParams> steps;
  const Json* list = Member(node, key);
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
    for (NamedParams& step :
         ReadNamed(registry, (*list)[i], Child("/" + key, i), place, false, faults)) {
      steps.push_back(std::move(step));
    }
  }
  return steps;
}

// The rules of a list, or the one there is; none for labels as read.
std::vector<NamedParams> ReadLabels(const Json& node, const Place& place, Faults& faults) {
  std::vector<NamedParams> rules;
  const Json* labels = Member(node, "labels");
  if (labels == nullptr) return rules;
  const bool is_list = labels->is_array();
  for (std::size_t i = 0; i < (is_list ? labels->size() : 1); ++i) {
    const std::string at = is_list ? Child("/labels", i) : "/labels";
    for (NamedParams& rule :
         ReadNamed(LabelRuleRegistry(), is_list ? (*labels)[i] : *labels, at, place, false, faults))
      rules.push_back(std::move(rule));
  }
  return rules;
}

// Each data set with each of the rules.
std::vector<DatasetSpec> WithLabels(const std::vector<DatasetSpec>& specs,
                                    const std::vector<NamedParams>& rules) {
  if (rules.size() < 2) return specs;
  std::vector<DatasetSpec> variants;
  for (const DatasetSpec& spec : specs) {
    for (const NamedParams& rule : rules) {
      variants.push_back(spec);
      variants.back().labels = rule;
    }
  }
  return variants;
}

// Only a set that is drawn can be drawn once for several repetitions.
void ReadRunsPerSet(const Json& node, const Place& place, Faults& faults, DatasetSpec* spec) {
  const Json* runs = Member(node, "runs_per_set");
  if (runs == nullptr || !runs->is_number_integer()) return;
  spec->runs_per_set = runs->get<int>();
  if (NamesPath(node) || GeneratorRegistry().Find(spec->name) == nullptr) {
    faults.Add(place.Of("/runs_per_set"),
               "data set '" + spec->name +
                   "' is not drawn and is the same for every repetition; "
                   "expected runs_per_set for a generator only");
  } else if (spec->split && spec->split->folds > 0) {
    faults.Add(place.Of("/runs_per_set"),
               "runs_per_set with a split into folds, which share a seed of their own; expected "
               "one of the two");
  }
}

// Reads files of the user's own, from when on the catalogue knows their shape.
void ReadFiles(const DatasetSpec& spec, const Catalogue& catalogue, const Place& place,
               Faults& faults) {
  try {
    catalogue.Load(spec, 0);
  } catch (const InvalidInput& error) {
    faults.Add(place.Of("/path"), error.what());
  }
}

std::vector<DatasetSpec> ReadOne(const Json& node, const std::string& config_path,
                                 const Catalogue& catalogue,
                                 const std::vector<std::string>& known_keys,
                                 const std::vector<std::string>& kernel_names, const Place& place,
                                 bool reads_files, Faults& faults) {
  DatasetSpec spec;
  spec.name = TextOf(node, "name");
  spec.parts = TextsOf(node, "parts");
  spec.encode = TextOf(node, "encode");
  spec.split = ReadSplit(node, config_path, place, faults);
  ReadDatasetKernels(node, kernel_names, place, spec, faults);
  const std::vector<NamedParams> labels = ReadLabels(node, place, faults);
  if (!labels.empty()) spec.labels = labels.front();
  const std::size_t before_steps = faults.said();
  spec.rows = ReadSteps(RowStepRegistry(), node, "rows", place, faults);
  spec.preprocess = ReadSteps(PreprocessRegistry(), node, "preprocess", place, faults);
  const bool steps_are_sound = faults.said() == before_steps;
  ReadRunsPerSet(node, place, faults, &spec);
  if (NamesPath(node)) {
    const std::size_t before_files = faults.said();
    ReadPathDataset(node, catalogue, std::filesystem::path(config_path).parent_path(), known_keys,
                    place, faults, &spec);
    if (reads_files && faults.said() == before_files) ReadFiles(spec, catalogue, place, faults);
    if (steps_are_sound) {
      CheckSteps(spec, catalogue, place, faults);
      CheckGivenRows(spec, KnownRows(spec, catalogue), place, faults);
    }
    return WithLabels({spec}, labels);
  }
  if (Member(node, "name") == nullptr)
    faults.Add(place.Of(""),
               "no name and no path; expected a data set's name, or the path of a file");
  if (spec.name.empty()) return {spec};  // the schema check has said so
  if (!Has(catalogue.Names(), spec.name)) {
    faults.Add(place.Of("/name"), UnknownName("data set", spec.name, catalogue.Names()));
    return {spec};
  }
  CheckParts(node, spec.name, catalogue.Find(spec.name), spec, place, faults);
  std::vector<DatasetSpec> specs;
  for (Params& params : ReadDatasetParams(node, spec.name, known_keys, place, faults)) {
    specs.push_back(spec);
    specs.back().params = std::move(params);
    if (!steps_are_sound) continue;  // their numbers in the list would be others
    CheckSteps(specs.back(), catalogue, place, faults);
    CheckGivenRows(specs.back(), KnownRows(specs.back(), catalogue), place, faults);
  }
  return specs.empty() ? std::vector{spec} : WithLabels(specs, labels);
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

std::vector<ReadDataset> ReadDatasets(const Json& config, const std::string& config_path,
                                      const Catalogue& catalogue,
                                      const std::vector<std::string>& known_keys,
                                      const std::vector<std::string>& kernel_names,
                                      bool reads_files, Faults& faults) {
  std::vector<ReadDataset> datasets;
  const Json* list = Member(config, "datasets");
  if (list == nullptr || !list->is_array()) return datasets;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!(*list)[i].is_object()) continue;
    const Place place(Child("/datasets", i));
    for (DatasetSpec& spec : ReadOne((*list)[i], config_path, catalogue, known_keys, kernel_names,
                                     place, reads_files, faults)) {
      datasets.push_back({std::move(spec), i});
    }
  }
  return datasets;
}

}  // namespace mercer
