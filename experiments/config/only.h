#ifndef MERCER_EXPERIMENTS_CONFIG_ONLY_H_
#define MERCER_EXPERIMENTS_CONFIG_ONLY_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/config/trial/trial.h"

namespace mercer {

/// The keys that `only` may have.
std::vector<std::string> OnlyKeys();

/// The trials that every key of `only` admits, in their order, with the tuning trials they need.
/// Keys: dataset (name or label), kernel (name or canonical text), method (id, or with the
/// parameters of its map: "rff(variant=complex)"), map (as kernel), D, repetition (counted from 0).
/// A key given several times admits any of its values. Throws InvalidInput for an unknown key, a
/// value that no trial has (with the nearest and all that there are), or values that no trial has
/// together. An empty `only` admits all.
std::vector<Trial> FilterTrials(std::vector<Trial> trials,
                                const std::vector<std::pair<std::string, std::string>>& only);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_ONLY_H_
