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

/// The Gram error that a D is to reach, where the config gives that in place of D.
struct CountTarget {
  double error = 0;    // gram_rel_frobenius; 0: D is given
  Index max = 0;       // the largest D; 0: FeatureCountFinder's
  std::string from{};  // what told the D, "theory" or "drawing"; "": it is not chosen yet
};

/// One method as it holds for one data set (overrides applied). A list in place of a parameter of
/// its map or learner makes several with the same id.
struct MethodSpec {
  std::string id;
  std::optional<NamedParams> map{};
  // D; empty without a map, {0} where the map takes none and none is given
  std::vector<Index> num_random_features{};
  // One for each D where they follow from errors: D is 0 until it is chosen. Else empty.
  std::vector<CountTarget> targets{};
  std::optional<NamedParams> learner{};  // absent: Gram error only
  std::vector<std::string> kernels{};    // empty: all
  std::string fit_time_of;  // the method whose training time limits this one's; "": no limit
};

struct TuningSpec {
  std::string method;                                            // the method tuned
  std::vector<std::pair<std::string, ParamValue::List>> grid{};  // "learner.cost" → values
  double validation_fraction = 0.2;                              // where folds is 0
  Index folds = 0;       // k of k-fold cross-validation; 0: one validation part
  Index max_rows = 0;    // training rows looked at, validation rows included; 0: all
  bool on_test = false;  // fits on the training part and scores the test part, as a paper did
  std::vector<std::string> share_with{};  // methods that take the chosen values too
};

struct GramSpec {
  Index rows = 0;              // 0: all
  std::string pairs = "i<=j";  // "all", "i<=j", "i<j"
  Index sampled = 0;           // pairs drawn at random in place of them; 0: none
};

struct BoxSpec {
  double scale = 1;  // half-widths of the box of differences over the ranges of the columns
};

struct PaperSpec {
  std::string citekey, location;
  std::string reported_file;  // beside the config; "" where none
  std::string claims_file;
};

/// Whether a method is run with a kernel on a data set: all three restrictions are met.
bool Applies(const DatasetSpec& dataset, const MethodSpec& method, const std::string& kernel);

/// The kernels of one data set: its own where it has any, else those of the config.
const std::vector<NamedParams>& KernelsOf(const DatasetSpec& dataset,
                                          const std::vector<NamedParams>& of_config);

/// The tuning that a method takes its values from: its own or one that is shared with it; nullptr
/// for none.
const TuningSpec* TuningOf(const std::vector<TuningSpec>& tuning, const std::string& method);

/// The first method of an id, or nullptr.
const MethodSpec* MethodOf(const std::vector<MethodSpec>& methods, const std::string& id);

/// What the first D of this number is to reach; an error of 0 where D is given.
CountTarget TargetOf(const MethodSpec& method, Index count);

/// The D of the tuned method whose tuning a trial with `count` features takes: the same D where the
/// tuned method has it, else its only D (0 without a map), else none: a fault of the config.
std::optional<Index> TunedCount(const MethodSpec& tuned, Index count);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_
