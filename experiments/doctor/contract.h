#ifndef MERCER_EXPERIMENTS_DOCTOR_CONTRACT_H_
#define MERCER_EXPERIMENTS_DOCTOR_CONTRACT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/doctor/diagnosis.h"

namespace mercer {

/// Checks the contract of every map, which one from outside may break: its features depend on the
/// seed and the row alone. Draws maps twice with one seed and once with another, and maps the rows
/// in several ways. Returns a sentence for each violation. Features may differ by kFloatAccuracy of
/// the row's norm, as sums in another order do. Maps with sparse features and single rows are not
/// checked.
std::vector<std::string> ContractFaults(const Patient& patient, Index num_random_features,
                                        std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_CONTRACT_H_
