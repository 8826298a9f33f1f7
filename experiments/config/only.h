#ifndef MERCER_EXPERIMENTS_CONFIG_ONLY_H_
#define MERCER_EXPERIMENTS_CONFIG_ONLY_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/config/trial/trial.h"

namespace mercer {

/// The keys that `only` may contain.
std::vector<std::string> OnlyKeys();

/// The trials that satisfy every key of `only`, in their original order, together with the tuning
/// trials they need. Keys: dataset (name or label), kernel (name or canonical text), method (id,
/// optionally with the parameters of its map: "rff(variant=complex)"), map (written as for kernel),
/// D, repetition (counted from 0). If a key is given several times, any of its values matches. An
/// empty `only` selects all trials. Throws InvalidInput for an unknown key, for a value that no
/// trial has (the message names the nearest and all existing values), and if no trial has all of
/// the values together.
std::vector<Trial> FilterTrials(std::vector<Trial> trials,
                                const std::vector<std::pair<std::string, std::string>>& only);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_ONLY_H_
