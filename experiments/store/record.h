#ifndef MERCER_EXPERIMENTS_STORE_RECORD_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_H_

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mercer {

/// Version of the list below; folders of another version are refused.
inline constexpr int kRecordSchema = 1;

/// How a trial ended.
enum class TrialStatus : std::uint8_t { kOk, kFailed, kTimeout, kOutOfMemory, kSkipped };

inline constexpr std::array<std::string_view, 5> kStatusTexts = {"ok", "failed", "timeout",
                                                                 "out_of_memory", "skipped"};

/// The type of a column's values: text, a whole number ≥ 0, a double, true or false, or a
/// TrialStatus.
enum class ColumnKind : std::uint8_t { kText, kInteger, kNumber, kFlag, kStatus };

// The one list of the columns of trials.csv, in their order: kind, name in the source, name in
// files, unit, meaning (docs/formats.md has this table, and a test compares them). Columns are only
// ever added.
// clang-format off
#define MERCER_RECORD_COLUMNS(COLUMN) \
  COLUMN(Integer, Schema, "schema", "", \
         "version of this list of columns, 1; other versions are refused") \
  COLUMN(Text, RunId, "run_id", "", "the run that made the row: `context/<run_id>.json`") \
  COLUMN(Text, TrialId, "trial_id", "", \
         "readable slug and hash of everything that decides the outcome") \
  COLUMN(Text, Experiment, "experiment", "", "name in the config") \
  COLUMN(Text, Dataset, "dataset", "", \
         "name; for a generated set with its parameters, `unit_ball(d=50,law=uniform,n=100)`") \
  COLUMN(Integer, NTrain, "n_train", "rows", "number of training rows") \
  COLUMN(Integer, NTest, "n_test", "rows", "number of test rows") \
  COLUMN(Integer, InputDim, "input_dim", "columns", "d, number of input columns") \
  COLUMN(Text, Encode, "encode", "", \
         "encoding of categories given in the config; empty: the default") \
  COLUMN(Text, Labels, "labels", "", "rule that makes the labels; empty: labels as read") \
  COLUMN(Text, Split, "split", "", "the split, `0.6 of the rows, at most 20000`; empty: none") \
  COLUMN(Text, Preprocess, "preprocess", "", \
         "row steps, then [preprocessing](preprocessing.md) steps, in order, without parameters " \
         "at their defaults") \
  COLUMN(Text, Kernel, "kernel", "", "name of the kernel") \
  COLUMN(Text, KernelParams, "kernel_params", "", \
         "its parameters including defaults; a bandwidth rule as its value and the rows it was " \
         "computed from") \
  COLUMN(Text, Method, "method", "", "id in the config") \
  COLUMN(Text, Map, "map", "", "feature map; empty for an exact kernel machine") \
  COLUMN(Text, MapParams, "map_params", "", "its parameters") \
  COLUMN(Number, D, "D", "", "number of random features requested; empty without a map") \
  COLUMN(Number, OutputDim, "output_dim", "columns", "number of feature columns") \
  COLUMN(Number, MapBytes, "map_bytes", "bytes", "memory of the drawn map") \
  COLUMN(Text, Learner, "learner", "", \
         "name of the learner; empty if only the Gram error is measured") \
  COLUMN(Text, LearnerParams, "learner_params", "", "its parameters") \
  COLUMN(Text, TunedParams, "tuned_params", "", \
         "values selected by [tuning](tuning.md), `kernel.sigma=2,learner.cost=10`") \
  COLUMN(Text, TunedOn, "tuned_on", "", \
         "the rows that selected them: `train-validation (0.2 of 4000 training rows)`, " \
         "`train-folds (5 of 4000 training rows)`, `test`") \
  COLUMN(Integer, Repetition, "repetition", "", "number of the repetition, from 0") \
  COLUMN(Integer, PointSet, "point_set", "", \
         "number of the generated set, from 0, if [`runs_per_set`](preprocessing.md) shares sets " \
         "between repetitions; else empty") \
  COLUMN(Integer, LabelSeed, "label_seed", "", "seed of the labels") \
  COLUMN(Integer, SplitSeed, "split_seed", "", "seed of the split, or of the generated set") \
  COLUMN(Integer, MapSeed, "map_seed", "", "seed of the map") \
  COLUMN(Integer, LearnerSeed, "learner_seed", "", "seed of the learner") \
  COLUMN(Text, Metric, "metric", "", \
         "column name of the main metric; `tuning` for a trial that selects parameters") \
  COLUMN(Number, Value, "value", "", "value of the main metric") \
  COLUMN(Number, Accuracy, "accuracy", "fraction", "on the test part") \
  COLUMN(Number, ErrorRate, "error_rate", "fraction", "on the test part") \
  COLUMN(Number, RelativeError, "relative_error", "fraction", \
         "of a regression, on the test part: \\|ŷ − y\\|₂/\\|y\\|₂") \
  COLUMN(Number, Rmse, "rmse", "the target's", \
         "root mean squared error of a regression, on the test part") \
  COLUMN(Number, GramPairs, "gram_pairs", "pairs", "number of pairs of rows in the Gram error") \
  COLUMN(Number, GramRelFrobenius, "gram_rel_frobenius", "fraction", \
         "Frobenius norm of K − ZZᵀ divided by that of K; empty if K is 0 on all pairs") \
  COLUMN(Number, GramRelSpectral, "gram_rel_spectral", "fraction", \
         "spectral norm of K − ZZᵀ divided by that of K") \
  COLUMN(Number, GramMeanAbs, "gram_mean_abs", "the kernel's", "mean entry of \\|K − ZZᵀ\\|") \
  COLUMN(Number, GramMaxAbs, "gram_max_abs", "the kernel's", "largest entry of \\|K − ZZᵀ\\|") \
  COLUMN(Number, GramMeanAbsNonzero, "gram_mean_abs_nonzero", "the kernel's", \
         "mean over the pairs whose kernel value is not 0, if the config requests it") \
  COLUMN(Number, BoxDiscrepancy, "box_discrepancy", "", \
         "normalised box discrepancy of the map's frequencies") \
  COLUMN(Number, PrimalObjective, "primal_objective", "", \
         "the objective that the learner minimises, at its solution on the training rows. Its " \
         "form is (λ/2)\\|w\\|² + mean loss for `pegasos`, `sdca`, `kernel_sdca`; ½\\|w\\|² + C " \
         "Σ loss, which is n·C times that, for `liblinear`, `dense_dual`, `dense_newton`, " \
         "`exact_blocked`, `exact_pairs`. Objectives of one-against-the-rest problems are " \
         "summed. Empty for `libsvm`, ridge regression and LIBLINEAR's other losses") \
  COLUMN(Number, DualObjective, "dual_objective", "", \
         "a lower bound on the optimal primal objective, in the same form, if the solver " \
         "computes it") \
  COLUMN(Number, ProjectionBound, "projection_bound", "", \
         "bound on the excess of `primal_objective` over its value with the exact kernel (Cotter " \
         "et al. 2011, Theorem 1), in the same unit") \
  COLUMN(Number, SupportVectors, "support_vectors", "rows", \
         "rows with a non-zero coefficient; `dense_dual`, `dense_newton` and `liblinear` count " \
         "them once per class") \
  COLUMN(Number, OpsPerRow, "ops_per_row", "operations", \
         "multiplications and additions to map one row, averaged over the training rows") \
  COLUMN(Number, ExpectedFactors, "expected_factors", "factors", \
         "C(S), the expected number of base factors in one draw of a skeleton's random feature " \
         "(Daniely et al. 2017, equation 11); empty for other maps") \
  COLUMN(Number, FactorsPerFeature, "factors_per_feature", "factors", \
         "mean number of base factors of the features that the map stores: close to C(S) for " \
         "many draws if each draw is stored, larger if constant features are merged or taken " \
         "exactly") \
  COLUMN(Number, DrawS, "draw_s", "s", "wall time of drawing the map") \
  COLUMN(Number, TransformTrainS, "transform_train_s", "s", \
         "wall time of mapping the training rows") \
  COLUMN(Number, FitS, "fit_s", "s", \
         "wall time of fitting, including the computation of the recorded objective") \
  COLUMN(Number, TransformTestS, "transform_test_s", "s", "wall time of mapping the test rows") \
  COLUMN(Number, PredictS, "predict_s", "s", "wall time of prediction") \
  COLUMN(Number, CpuS, "cpu_s", "s", "CPU time of all phases, all threads") \
  COLUMN(Integer, Threads, "threads", "threads", "number of threads requested") \
  COLUMN(Number, PeakRssMib, "peak_rss_mib", "MiB", "largest resident memory") \
  COLUMN(Number, Iterations, "iterations", "iterations", "iterations of the solver") \
  COLUMN(Flag, TimingValid, "timing_valid", "", \
         "`false` if the time is not the trial's own; `timing_note` says why") \
  COLUMN(Text, FeaturesHash, "features_hash", "", \
         "hash of the first rows of features: equal hashes mean equal maps") \
  COLUMN(Text, CodeVersion, "code_version", "", "versions of kernel, map and learner") \
  COLUMN(Text, InstructionSet, "instruction_set", "", \
         "instruction set that the program is compiled for: `avx512`, `avx2+fma`, `sse4.2`, " \
         "`neon`, …; after a slash that of the machine, if it is larger and libraries select " \
         "their code by it: `sse4.2/avx512`. If two rows of a trial differ in it, features and " \
         "results differ by rounding") \
  COLUMN(Status, Status, "status", "", "`ok`, `failed`, `timeout`, `out_of_memory`, `skipped`") \
  COLUMN(Text, Warnings, "warnings", "", \
         "warnings of the map about its draw and of the solver, joined by `; `") \
  COLUMN(Text, Message, "message", "", \
         "why the trial did not end well; else remarks, such as the label halves") \
  COLUMN(Number, DrawMinS, "draw_min_s", "s", \
         "with [`timing.repeat`](timing.md) above 1, the shortest time of drawing the map; " \
         "`draw_s` is then the median") \
  COLUMN(Number, TransformTrainMinS, "transform_train_min_s", "s", \
         "with [`timing.repeat`](timing.md) above 1, the shortest time of mapping the training " \
         "rows; `transform_train_s` is then the median") \
  COLUMN(Number, FitMinS, "fit_min_s", "s", \
         "with [`timing.repeat`](timing.md) above 1, the shortest time of fitting; `fit_s` is " \
         "then the median") \
  COLUMN(Number, TransformTestMinS, "transform_test_min_s", "s", \
         "with [`timing.repeat`](timing.md) above 1, the shortest time of mapping the test rows; " \
         "`transform_test_s` is then the median") \
  COLUMN(Number, PredictMinS, "predict_min_s", "s", \
         "with [`timing.repeat`](timing.md) above 1, the shortest time of prediction; " \
         "`predict_s` is then the median") \
  COLUMN(Number, OtherCpuS, "other_cpu_s", "s", \
         "CPU time that other processes used on the trial's cores while it was timed") \
  COLUMN(Text, TimingNote, "timing_note", "", "why `timing_valid` is `false`") \
  COLUMN(Number, GramMeanSq, "gram_mean_sq", "the kernel's, squared", \
         "mean squared entry of \\|K − ZZᵀ\\|, if this metric is requested") \
  COLUMN(Number, GramMaxSq, "gram_max_sq", "the kernel's, squared", \
         "largest squared entry of \\|K − ZZᵀ\\|, if this metric is requested") \
  COLUMN(Number, BoxDiscrepancyExpected, "box_discrepancy_expected", "", \
         "expected box discrepancy of as many independent frequencies, if that metric is " \
         "requested") \
  COLUMN(Number, SystemCpuS, "system_cpu_s", "s", \
         "part of the CPU time that the system used, mostly for page faults, while the trial was " \
         "timed") \
  COLUMN(Number, PageFaults, "page_faults", "pages", \
         "page faults of the trial's process while it was timed") \
  COLUMN(Number, ContextSwitches, "context_switches", "switches", \
         "how often the system gave the trial's core to another thread while it was timed") \
  COLUMN(Number, CpuMhz, "cpu_mhz", "MHz", \
         "clock of the fastest of the trial's cores when it ended; empty if the system does not " \
         "report it") \
  COLUMN(Number, GramRelFrobeniusTheory, "gram_rel_frobenius_theory", "fraction", \
         "`gram_rel_frobenius` expected from the map's exact variances ([theory](theory.md)), " \
         "for the rows of the first repetition; empty in other repetitions and if no formula is " \
         "known") \
  COLUMN(Number, GramTheoryStderr, "gram_rel_frobenius_theory_stderr", "fraction", \
         "its standard error if it is computed from a sample of the pairs; 0 if from all of them") \
  COLUMN(Number, GramTheoryPairs, "gram_theory_pairs", "pairs", \
         "number of pairs i ≤ j whose variances it is computed from") \
  COLUMN(Number, TargetError, "target_error", "fraction", \
         "the `gram_rel_frobenius` that D was chosen for ([D from the " \
         "error](theory.md#d-from-the-error)); empty if D was given") \
  COLUMN(Text, DFrom, "D_from", "", \
         "how D was found: from the map's exact variances (`theory`) or by drawing maps " \
         "(`drawing`); empty if D was given") \
  COLUMN(Number, Mnll, "mnll", "nats", \
         "mean negative log likelihood of the test labels under a Gaussian-process classifier") \
  COLUMN(Number, TestKl, "test_kl", "nats", \
         "Kullback–Leibler divergence of the posterior of a Gaussian-process classifier with a " \
         "map's features from that with the exact kernel, both trained on the same rows: sum " \
         "over test rows, mean over classes, at most 5000 training and 5000 test rows; if this " \
         "metric is requested") \
  COLUMN(Number, DrawProgramS, "draw_program_s", "s", \
         "part of `draw_s` that an [external program](external.md) reports by its own clock; " \
         "empty for Mercer's own methods") \
  COLUMN(Number, TransformTrainProgramS, "transform_train_program_s", "s", \
         "part of `transform_train_s` that an [external program](external.md) reports by its own " \
         "clock; empty for Mercer's own methods") \
  COLUMN(Number, FitProgramS, "fit_program_s", "s", \
         "part of `fit_s` that an [external program](external.md) reports by its own clock; " \
         "empty for Mercer's own methods") \
  COLUMN(Number, TransformTestProgramS, "transform_test_program_s", "s", \
         "part of `transform_test_s` that an [external program](external.md) reports by its own " \
         "clock; empty for Mercer's own methods") \
  COLUMN(Number, PredictProgramS, "predict_program_s", "s", \
         "part of `predict_s` that an [external program](external.md) reports by its own clock; " \
         "empty for Mercer's own methods")
// clang-format on

/// A column's name, kind, unit and meaning; the unit is "" if there is none.
struct ColumnInfo {
  std::string_view name;
  ColumnKind kind;
  std::string_view unit, meaning;
};

#define MERCER_COLUMN_INFO(kind, id, name, unit, meaning) \
  {name, ColumnKind::k##kind, unit, meaning},
inline constexpr ColumnInfo kRecordColumns[] = {MERCER_RECORD_COLUMNS(MERCER_COLUMN_INFO)};
#undef MERCER_COLUMN_INFO

inline constexpr std::size_t kNumRecordColumns = std::size(kRecordColumns);

/// The index of a column in kRecordColumns, by name; nullopt if there is no such column.
std::optional<std::size_t> FindColumn(std::string_view name);

/// A column whose values have type T. Such objects exist only for the columns of the list.
template <class T>
struct Column {
  std::uint8_t place;
};

namespace column {

using Text = Column<std::string>;
using Integer = Column<std::uint64_t>;
using Number = Column<double>;
using Flag = Column<bool>;
using Status = Column<TrialStatus>;

enum class Place : std::uint8_t {
#define MERCER_COLUMN_PLACE(kind, id, name, unit, meaning) k##id,
  MERCER_RECORD_COLUMNS(MERCER_COLUMN_PLACE)
#undef MERCER_COLUMN_PLACE
};

#define MERCER_COLUMN(kind, id, name, unit, meaning) \
  inline constexpr kind k##id{static_cast<std::uint8_t>(Place::k##id)};
MERCER_RECORD_COLUMNS(MERCER_COLUMN)
#undef MERCER_COLUMN

}  // namespace column

#undef MERCER_RECORD_COLUMNS

/// The value of `tuned_on` if the values were chosen on the rows that the trial is measured on.
inline constexpr const char* kTunedOnTest = "test";

/// The columns that may distinguish entries of one data set in a config.
inline constexpr std::array<column::Text, 4> kVariantColumns = {
    column::kEncode, column::kLabels, column::kSplit, column::kPreprocess};

/// The value of one of these columns for a table; if it is empty, words such as "labels as read".
std::string VariantText(std::size_t variant, const std::string& text);

/// The columns for the times of a phase: median, minimum, and the time reported by an external
/// program.
struct PhaseColumns {
  std::string_view phase;  // "transform_train"
  column::Number seconds, least_seconds, program_seconds;
};

inline constexpr std::array<PhaseColumns, 5> kPhaseColumns = {{
    {"draw", column::kDrawS, column::kDrawMinS, column::kDrawProgramS},
    {"transform_train", column::kTransformTrainS, column::kTransformTrainMinS,
     column::kTransformTrainProgramS},
    {"fit", column::kFitS, column::kFitMinS, column::kFitProgramS},
    {"transform_test", column::kTransformTestS, column::kTransformTestMinS,
     column::kTransformTestProgramS},
    {"predict", column::kPredictS, column::kPredictMinS, column::kPredictProgramS},
}};

/// Whether two runs of the same trial may differ in a column: times, memory, the run, the machine.
bool IsTimeColumn(std::size_t place);

/// One row of the results: for each column a value of its type, or none if it does not apply. Text
/// is used only for input and output: JSON, CSV, and metrics named in a config.
class ResultRecord {
 public:
  /// Pairs of seconds since the start of fitting and the objective at that time, in order. Stored
  /// only in trials/, apart from the columns.
  using Trace = std::vector<std::pair<double, double>>;

  /// An empty text means no value.
  void Set(column::Text column, std::string value);
  void Set(column::Integer column, std::integral auto value) {
    Put(column.place, static_cast<std::uint64_t>(value));
  }
  void Set(column::Number column, double value) { Put(column.place, value); }
  void Set(column::Flag column, bool value) { Put(column.place, value); }
  void Set(column::Status column, TrialStatus value) { Put(column.place, value); }

  /// "" if there is no value.
  const std::string& Get(column::Text column) const;
  template <class T>
  std::optional<T> Get(Column<T> column) const {
    const Value* value = Find(column.place);
    return value == nullptr ? std::nullopt : std::optional(std::get<T>(*value));
  }
  bool IsOk() const { return Get(column::kStatus) == TrialStatus::kOk; }
  /// "ok", "failed", …; "" if there is no value.
  std::string Status() const { return Text(column::kStatus); }

  /// The text as written to files: numbers by FormatNumber, "" if there is no value.
  std::string Text(std::size_t place) const;
  template <class T>
  std::string Text(Column<T> column) const {
    return Text(std::size_t{column.place});
  }
  /// By name. Aborts if there is no such column.
  std::string Text(std::string_view name) const;
  std::optional<double> Number(column::Integer column) const {
    const auto value = Get(column);
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  }
  /// The value of a numeric column; nullopt for other columns and if there is no value.
  std::optional<double> Number(std::string_view name) const;

  /// Sets the value that Text writes as this text; none for "". Throws InvalidInput if the text is
  /// not a value of the column's kind: "accuracy is 'abc'; expected a number".
  void SetText(std::size_t place, std::string_view text);
  /// By name. Aborts if there is no such column.
  void SetText(std::string_view name, std::string_view text);

  const Trace& trace() const { return trace_; }
  void set_trace(Trace trace) { trace_ = std::move(trace); }

 private:
  using Value = std::variant<std::string, std::uint64_t, double, bool, TrialStatus>;

  const Value* Find(std::size_t place) const {
    const std::uint8_t at = places_[place];
    return at == 0 ? nullptr : &values_[at - 1U];
  }
  void Put(std::size_t place, Value value);

  Trace trace_{};
  // Half of the columns are empty, and a folder has many records: only the others take memory.
  std::array<std::uint8_t, kNumRecordColumns> places_{};  // 1 + index in values_; 0 if unset
  std::vector<Value> values_;
};

/// Throws InvalidInput, naming the column, if the numbers of a record cannot come from a trial: a
/// time, a size or a count below 0, or a fraction of the rows outside [0, 1]. In a record that
/// ended well also: a number that is not finite (a theoretical error may be infinite), an accuracy
/// that is not 1 minus the error rate, or a main metric whose column differs from `value`.
void CheckNumbers(const ResultRecord& record);

/// The sum of the seconds of the named phases ("fit": column fit_s) in a record; nullopt if it has
/// none.
std::optional<double> SumOfPhases(const ResultRecord& record,
                                  const std::vector<std::string>& phases);
/// The seconds of all phases together; 0 if it has none.
double SecondsOfAllPhases(const ResultRecord& record);

/// Whether two runs of the record's trial may differ in a column: IsTimeColumn, and `value` if the
/// main metric is such a column.
bool IsTimeOf(const ResultRecord& record, std::size_t place);

/// (primal_objective − dual_objective) / |primal_objective|: the optimal objective lies at most
/// this fraction below the one reached. nullopt if the trial did not record both; not finite if the
/// primal objective is 0.
std::optional<double> DualityGap(const ResultRecord& record);
/// Whether the trial stopped with a duality gap above 1 per cent: it has not solved its problem and
/// does not count as a result (docs/verdicts.md).
bool HasLargeGap(const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_H_
