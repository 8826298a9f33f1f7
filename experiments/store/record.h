#ifndef MERCER_EXPERIMENTS_STORE_RECORD_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mercer {

/// Version of the column set below; a folder of another version is refused.
inline constexpr int kRecordSchema = 1;

/// What `tuned_on` says where the values were chosen on the rows that the trial is measured on.
inline constexpr const char* kTunedOnTest = "test";

/// The columns of trials.csv in their fixed order (design contract).
inline constexpr std::string_view kRecordColumns[] = {"schema",
                                                      "run_id",
                                                      "trial_id",
                                                      "experiment",
                                                      "dataset",
                                                      "n_train",
                                                      "n_test",
                                                      "input_dim",
                                                      "encode",
                                                      "labels",
                                                      "split",
                                                      "preprocess",
                                                      "kernel",
                                                      "kernel_params",
                                                      "method",
                                                      "map",
                                                      "map_params",
                                                      "D",
                                                      "output_dim",
                                                      "map_bytes",
                                                      "learner",
                                                      "learner_params",
                                                      "tuned_params",
                                                      "tuned_on",
                                                      "repetition",
                                                      "point_set",
                                                      "label_seed",
                                                      "split_seed",
                                                      "map_seed",
                                                      "learner_seed",
                                                      "metric",
                                                      "value",
                                                      "accuracy",
                                                      "error_rate",
                                                      "relative_error",
                                                      "rmse",
                                                      "gram_pairs",
                                                      "gram_rel_frobenius",
                                                      "gram_rel_spectral",
                                                      "gram_mean_abs",
                                                      "gram_max_abs",
                                                      "gram_mean_abs_nonzero",
                                                      "box_discrepancy",
                                                      "primal_objective",
                                                      "dual_objective",
                                                      "projection_bound",
                                                      "support_vectors",
                                                      "ops_per_row",
                                                      "expected_factors",
                                                      "factors_per_feature",
                                                      "draw_s",
                                                      "transform_train_s",
                                                      "fit_s",
                                                      "transform_test_s",
                                                      "predict_s",
                                                      "cpu_s",
                                                      "threads",
                                                      "peak_rss_mib",
                                                      "iterations",
                                                      "timing_valid",
                                                      "features_hash",
                                                      "code_version",
                                                      "status",
                                                      "warnings",
                                                      "message",
                                                      "draw_min_s",
                                                      "transform_train_min_s",
                                                      "fit_min_s",
                                                      "transform_test_min_s",
                                                      "predict_min_s",
                                                      "other_cpu_s",
                                                      "timing_note",
                                                      "gram_mean_sq",
                                                      "gram_max_sq",
                                                      "box_discrepancy_expected"};

inline constexpr std::size_t kNumRecordColumns = std::size(kRecordColumns);

/// The columns that may tell entries of one data set in a config apart.
inline constexpr std::array<std::string_view, 4> kVariantColumns = {"encode", "labels", "split",
                                                                    "preprocess"};

/// What one of these has, for a table; where it is empty, words: "labels as read".
std::string VariantText(std::size_t column, const std::string& text);

/// One row of the results: column → text, "" where it does not apply. Numbers are written by
/// FormatNumber. Statuses: ok, failed, timeout, out_of_memory, skipped.
class ResultRecord {
 public:
  /// Seconds of fitting and the objective then, in order. Kept beside the columns, in the trial's
  /// file alone.
  using Trace = std::vector<std::pair<double, double>>;

  /// Aborts on a name that is not a column.
  void Set(std::string_view column, std::string value);
  void SetNumber(std::string_view column, double value);
  const std::string& Get(std::string_view column) const;  // "" where unset
  std::optional<double> Number(std::string_view column) const;

  const Trace& trace() const { return trace_; }
  void set_trace(Trace trace) { trace_ = std::move(trace); }

 private:
  Trace trace_{};
  // Half of the columns are empty, and a folder has many records: only the others take place.
  std::array<std::uint8_t, kNumRecordColumns> places_{};  // 1 + place in values_; 0 where unset
  std::vector<std::string> values_;
};

/// Seconds of the named phases ("fit": column fit_s) that a record has; none where it has none.
std::optional<double> SumOfPhases(const ResultRecord& record,
                                  const std::vector<std::string>& phases);

/// Columns that two runs of the same trials may differ in: times, memory, the run.
bool IsTimeColumn(std::string_view column);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_H_
