#ifndef MERCER_EXPERIMENTS_DOCTOR_EXAMINE_H_
#define MERCER_EXPERIMENTS_DOCTOR_EXAMINE_H_

#include <cstdint>
#include <memory>

#include "core/kernels/kernel.h"
#include "experiments/catalogue/dataset_spec.h"
#include "experiments/doctor/diagnosis.h"
#include "experiments/doctor/doctor_rows.h"
#include "experiments/doctor/target.h"

namespace mercer {

/// Makes a kernel from its name and resolved parameters; a bandwidth rule takes the training rows.
/// Throws InvalidInput if the kernel refuses one of these rows, naming it by its place.
std::unique_ptr<Kernel> KernelOn(const Examples& train, const NamedParams& kernel,
                                 std::uint64_t seed);

/// Diagnose for a kernel and a map, given by their names and resolved parameters. A map that is a
/// program is also checked by ContractFaults, whose sentences come first. Throws InvalidInput if
/// kernel, map, rows or D are refused.
Diagnosis Examine(const NamedParams& kernel, const NamedParams& map, const RowChoice& choice,
                  const DoctorOptions& options);

/// SizeForTarget in the same way.
TargetReport SizeForTarget(const NamedParams& kernel, const NamedParams& map,
                           const RowChoice& choice, const TargetOptions& options);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_EXAMINE_H_
