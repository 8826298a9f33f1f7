#include "experiments/doctor/examine.h"

#include <string>
#include <utility>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/maps/builtin_maps.h"
#include "experiments/doctor/contract.h"
#include "experiments/external/external_params.h"

namespace mercer {
namespace {

// One map on one kernel, with its rows.
struct Subject {
  std::unique_ptr<FeatureMapSpec> spec;
  MapTraits traits;
  DoctorRows rows;
  std::unique_ptr<Kernel> kernel;
};

Subject Make(const NamedParams& kernel, const NamedParams& map, const RowChoice& choice,
             Index num_random_features, std::uint64_t seed) {
  std::unique_ptr<FeatureMapSpec> spec = MakeMapSpec(map.name, map.params);
  const MapTraits traits = spec->Traits(MapRegistry().Get(map.name).traits);
  DoctorRows rows(choice, traits.data_dependent ? num_random_features : 0, seed);
  std::unique_ptr<Kernel> made = KernelOn(rows.train(), kernel, seed);
  spec->CheckKernel(*made);
  return {std::move(spec), traits, std::move(rows), std::move(made)};
}

}  // namespace

std::unique_ptr<Kernel> KernelOn(const Examples& train, const NamedParams& kernel,
                                 std::uint64_t seed) {
  std::unique_ptr<Kernel> made =
      MakeKernel(kernel.name, ResolveBandwidth(kernel.params, train, seed));
  // A row that the kernel refuses is named by its place in the file, not in the sample.
  made->Diagonal(train);
  return made;
}

Diagnosis Examine(const NamedParams& kernel, const NamedParams& map, const RowChoice& choice,
                  const DoctorOptions& options) {
  const Subject made = Make(kernel, map, choice, options.num_random_features, options.seed);
  const Patient patient{map.name,     *made.spec,           made.traits,
                        *made.kernel, made.rows.examined(), made.rows.train()};
  std::vector<std::string> broken;
  if (map.name == kExternalName)
    broken = ContractFaults(patient, options.num_random_features, options.seed);
  Diagnosis diagnosis = Diagnose(patient, options);
  diagnosis.faults.insert(diagnosis.faults.begin(), broken.begin(), broken.end());
  return diagnosis;
}

TargetReport SizeForTarget(const NamedParams& kernel, const NamedParams& map,
                           const RowChoice& choice, const TargetOptions& options) {
  const Subject made = Make(kernel, map, choice, 0, options.seed);
  return SizeForTarget({.map = map.name,
                        .spec = *made.spec,
                        .traits = made.traits,
                        .kernel = *made.kernel,
                        .rows = made.rows.examined(),
                        .train = made.rows.train(),
                        .seed = options.seed},
                       options);
}

}  // namespace mercer
