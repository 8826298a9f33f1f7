#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"
#include "experiments/catalogue/dataset_spec.h"

namespace mercer {

/// The Gram error that D is to reach, if the config gives an error in place of D.
struct CountTarget {
  double error = 0;    // gram_rel_frobenius; 0: D is given
  Index max = 0;       // the largest D allowed; 0: the limit of FeatureCountFinder
  std::string from{};  // how D was chosen, "theory" or "drawing"; "": not chosen yet
};

/// One method for one data set, with overrides applied. A list in place of a parameter of its map
/// or learner makes several methods with the same id.
struct MethodSpec {
  std::string id;
  std::optional<NamedParams> map{};
  // D; empty without a map, {0} if the map takes no D and none is given
  std::vector<Index> num_random_features{};
  // One target for each D if D follows from errors; D is then 0 until it is chosen. Otherwise
  // empty.
  std::vector<CountTarget> targets{};
  std::optional<NamedParams> learner{};  // absent: Gram error only
  std::vector<std::string> kernels{};    // empty: all
  std::string fit_time_of;  // the method whose training time limits this one's; "": no limit
};

struct TuningSpec {
  std::string method;                                            // the method tuned
  std::vector<std::pair<std::string, ParamValue::List>> grid{};  // "learner.cost" → values
  double validation_fraction = 0.2;                              // used if folds is 0
  Index folds = 0;       // k of k-fold cross-validation; 0: one validation part
  Index max_rows = 0;    // training rows used, validation rows included; 0: all
  bool on_test = false;  // fits on the training part and scores the test part, as some papers did
  std::vector<std::string> share_with{};  // methods that take the chosen values too
};

struct GramSpec {
  Index rows = 0;              // 0: all
  std::string pairs = "i<=j";  // "all", "i<=j", "i<j"
  Index sampled = 0;           // random pairs to use in place of those; 0: none
  bool on_test = false;        // rows of the test part, not of the training part
};

struct BoxSpec {
  double scale = 1;  // half-widths of the box of differences, relative to the ranges of the columns
};

struct PaperSpec {
  std::string citekey, location;
  std::string reported_file;  // in the folder of the config; "" if none
  std::string claims_file;
};

/// Whether a method is run with a kernel on a data set: all three restrictions are met.
bool Applies(const DatasetSpec& dataset, const MethodSpec& method, const std::string& kernel);

/// The kernels of one data set: its own if it has any, otherwise those of the config.
const std::vector<NamedParams>& KernelsOf(const DatasetSpec& dataset,
                                          const std::vector<NamedParams>& of_config);

/// The tuning that a method takes its values from: its own or one shared with it; nullptr if none.
const TuningSpec* TuningOf(const std::vector<TuningSpec>& tuning, const std::string& method);

/// The first method with this id, or nullptr.
const MethodSpec* MethodOf(const std::vector<MethodSpec>& methods, const std::string& id);

/// The target of the first D equal to `count`; its error is 0 if D is given.
CountTarget TargetOf(const MethodSpec& method, Index count);

/// The D of the tuned method whose tuning is used by a trial with `count` features: the same D if
/// the tuned method has it, otherwise its only D (0 without a map). nullopt if there is no such D,
/// which is an error in the config.
std::optional<Index> TunedCount(const MethodSpec& tuned, Index count);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_
