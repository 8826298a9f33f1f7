#ifndef MERCER_EXPERIMENTS_DOCTOR_CONTRACT_H_
#define MERCER_EXPERIMENTS_DOCTOR_CONTRACT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/doctor/diagnosis.h"

namespace mercer {

/// What every map promises and a stranger's may not keep: its features are a function of the seed
/// and of the row alone. Draws maps with one seed twice and with another, and maps the rows several
/// ways; a sentence for each fault. Features may differ by kFloatAccuracy of the
/// row's norm, as sums in another order do. Maps with sparse features are not looked at.
std::vector<std::string> ContractFaults(const Patient& patient, Index num_random_features,
                                        std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_CONTRACT_H_
