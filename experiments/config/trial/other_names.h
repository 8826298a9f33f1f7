#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_OTHER_NAMES_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_OTHER_NAMES_H_

#include <string>
#include <vector>

namespace mercer {

/// The parameter, or the path to one, that is meant by a name which none of `known` has: the path
/// that ends in it ("learner.cost" for "cost"), or the one that other libraries call so
/// ("learner.cost" for "C", "lambda" for scikit-learn's "alpha"). "" where there is none.
std::string MeantName(const std::string& name, const std::vector<std::string>& known);

/// UnknownName, with MeantName as what was meant where it knows.
std::string UnknownParam(const std::string& kind, const std::string& name,
                         const std::vector<std::string>& known);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_OTHER_NAMES_H_
