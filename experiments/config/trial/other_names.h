#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_OTHER_NAMES_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_OTHER_NAMES_H_

#include <string>
#include <vector>

namespace mercer {

/// The parameter, or parameter path, that is probably meant by a name that is not in `known`: the
/// path that ends in it ("learner.cost" for "cost"), or the one that other libraries call by that
/// name ("learner.cost" for "C", "lambda" for scikit-learn's "alpha"). "" if there is none.
std::string MeantName(const std::string& name, const std::vector<std::string>& known);

/// The message of UnknownName, with MeantName as the did-you-mean if it finds a name.
std::string UnknownParam(const std::string& kind, const std::string& name,
                         const std::vector<std::string>& known);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_OTHER_NAMES_H_
