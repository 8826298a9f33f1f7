#ifndef MERCER_EXPERIMENTS_STORE_RECORD_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_H_

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/store/columns.h"

namespace mercer {

/// One row of the results: a value of its type for each column, or none where it does not apply.
/// Text is for the edges alone: JSON, CSV, and metrics that a config names.
class ResultRecord {
 public:
  /// Seconds of fitting and the objective then, in order. Kept beside the columns, in the trial's
  /// file alone.
  using Trace = std::vector<std::pair<double, double>>;

  /// Empty words are no value.
  void Set(column::Text column, std::string value);
  void Set(column::Integer column, std::integral auto value) {
    Put(column.place, static_cast<std::uint64_t>(value));
  }
  void Set(column::Number column, double value) { Put(column.place, value); }
  void Set(column::Flag column, bool value) { Put(column.place, value); }
  void Set(column::Status column, TrialStatus value) { Put(column.place, value); }

  /// "" where there is none.
  const std::string& Get(column::Text column) const;
  template <class T>
  std::optional<T> Get(Column<T> column) const {
    const Value* value = Find(column.place);
    return value == nullptr ? std::nullopt : std::optional(std::get<T>(*value));
  }
  bool IsOk() const { return Get(column::kStatus) == TrialStatus::kOk; }
  /// "ok", "failed", …; "" where there is none.
  std::string Status() const { return Text(column::kStatus); }

  /// As files have it: numbers by FormatNumber, "" where there is none.
  std::string Text(std::size_t place) const;
  template <class T>
  std::string Text(Column<T> column) const {
    return Text(std::size_t{column.place});
  }
  /// By name. Aborts where no column has it.
  std::string Text(std::string_view name) const;
  bool Has(std::string_view name) const;
  std::optional<double> Number(column::Integer column) const {
    const auto value = Get(column);
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  }
  /// The number of a column of numbers; nothing for others and where there is none.
  std::optional<double> Number(std::string_view name) const;

  /// The value that Text writes so, none for "". Throws InvalidInput where the text is no value of
  /// the column's kind: "accuracy is 'abc', expected a number".
  void SetText(std::size_t place, std::string_view text);
  /// By name. Aborts where no column has it.
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
  // Half of the columns are empty, and a folder has many records: only the others take place.
  std::array<std::uint8_t, kNumRecordColumns> places_{};  // 1 + place in values_; 0 where unset
  std::vector<Value> values_;
};

/// Seconds of the named phases ("fit": column fit_s) that a record has; none where it has none.
std::optional<double> SumOfPhases(const ResultRecord& record,
                                  const std::vector<std::string>& phases);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_H_
