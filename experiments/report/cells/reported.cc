#include "experiments/report/cells/reported.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/store/csv.h"

namespace mercer {
namespace {

enum Column {
  kLocation,
  kDataset,
  kKernel,
  kMethod,
  kD,
  kMetric,
  kValue,
  kStd,
  kRuns,
  kUnit,
  kDigits,
  kHowRead,
  kNote,
  kNumColumns
};

constexpr std::string_view kColumns[kNumColumns] = {
    "location", "dataset", "kernel", "method", "D",        "metric", "value",
    "std",      "runs",    "unit",   "digits", "how_read", "note"};

/// Significant digits of a double.
constexpr double kMostDigits = 17;

/// One line under its file's name: every complaint says where.
class LineReader {
 public:
  LineReader(const CsvRow& line, const std::string& path) : line_(line), path_(path) {}

  [[noreturn]] void Fail(const std::string& what) const {
    throw InvalidInput(path_ + ", line " + std::to_string(line_.line) + ": " + what);
  }

  const std::string& Text(Column column) const {
    const std::string& text = line_.fields[column];
    if (text.empty()) Fail("column " + std::string(kColumns[column]) + " is empty");
    return text;
  }

  const std::string& Optional(Column column) const { return line_.fields[column]; }

  double Number(Column column) const {
    const std::string& text = Text(column);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
      Fail("column " + std::string(kColumns[column]) + " is " + Quoted(text) +
           "; expected a number");
    }
    return value;
  }

  std::int64_t WholeNumber(Column column, double most = 1e15) const {
    const double value = Number(column);
    if (value < 1 || value != std::floor(value) || value > most) {
      Fail("column " + std::string(kColumns[column]) + " is " + Quoted(Text(column)) +
           "; expected a whole number from 1 to " + FormatNumber(most));
    }
    return static_cast<std::int64_t>(value);
  }

 private:
  const CsvRow& line_;
  const std::string& path_;
};

/// Whether the column `runs` is there.
bool CheckHeader(const std::vector<CsvRow>& lines, const std::string& path) {
  const std::vector<std::string> expected(std::begin(kColumns), std::end(kColumns));
  std::vector<std::string> without_runs = expected;
  without_runs.erase(without_runs.begin() + kRuns);
  if (lines.empty() || (lines.front().fields != expected && lines.front().fields != without_runs))
    throw InvalidInput(path + ", line 1: the columns must be " + Join(expected, ","));
  return lines.front().fields == expected;
}

void CheckValue(const ReportedValue& reported, MetricKind kind, const LineReader& reader) {
  const std::string_view unit = ReportedUnit(kind);
  if (!unit.empty() && reported.unit != unit) {
    reader.Fail("column unit is " + Quoted(reported.unit) + "; expected '" + std::string(unit) +
                "' for " + reported.metric);
  }
  if (reported.value < 0 || (kind == MetricKind::kShare && reported.value > 1)) {
    reader.Fail("column value is " + FormatNumber(reported.value) + "; expected a number " +
                (kind == MetricKind::kShare ? "in [0, 1]" : ">= 0"));
  }
  if (reported.std && *reported.std < 0) reader.Fail("column std is negative");
  if (reported.how_read != "printed" && reported.how_read != "digitised" &&
      reported.how_read != "released" && reported.how_read != "rerun") {
    reader.Fail("column how_read is " + Quoted(reported.how_read) +
                "; expected printed, digitised, released or rerun");
  }
}

ReportedValue ReadLine(const CsvRow& line, const std::string& path) {
  const LineReader reader(line, path);
  if (line.fields.size() != kNumColumns) {
    reader.Fail(std::to_string(line.fields.size()) + " fields; expected " +
                std::to_string(static_cast<int>(kNumColumns)));
  }
  ReportedValue reported;
  reported.location = reader.Text(kLocation);
  reported.dataset = ParseDatasetRef(reader.Text(kDataset));
  reported.kernel = reader.Text(kKernel);
  reported.method = reader.Text(kMethod);
  if (!reader.Optional(kD).empty()) reported.num_random_features = reader.WholeNumber(kD);
  reported.metric = reader.Text(kMetric);
  reported.value = reader.Number(kValue);
  if (!reader.Optional(kStd).empty()) reported.std = reader.Number(kStd);
  if (!reader.Optional(kRuns).empty()) reported.runs = reader.WholeNumber(kRuns);
  reported.unit = reader.Text(kUnit);
  reported.digits = static_cast<int>(reader.WholeNumber(kDigits, kMostDigits));
  reported.how_read = reader.Text(kHowRead);
  reported.note = reader.Optional(kNote);

  const Metric* metric = FindMetric(reported.metric);
  if (metric == nullptr) {
    std::vector<std::string> known;
    for (const Metric& m : ReportMetrics()) known.emplace_back(m.name);
    reader.Fail(UnknownName("metric", reported.metric, known));
  }
  CheckValue(reported, metric->kind, reader);
  return reported;
}

std::string Address(const ReportedValue& reported) {
  const std::string parts[] = {reported.location,
                               reported.dataset.Text(),
                               reported.kernel,
                               reported.method,
                               std::to_string(reported.num_random_features),
                               reported.metric};
  return Join(parts, "\n");
}

}  // namespace

std::string DatasetRef::Text() const {
  if (params.empty()) return name;
  std::string inner;
  for (const auto& [key, value] : params) {
    if (!inner.empty()) inner += ',';
    inner += key;
    inner += '=';
    inner += value;
  }
  return name + '(' + inner + ')';
}

bool DatasetRef::HasParamsOf(const DatasetRef& general) const {
  return std::all_of(general.params.begin(), general.params.end(), [&](const auto& param) {
    const auto it = params.find(param.first);
    return it != params.end() && it->second == param.second;
  });
}

DatasetRef ParseDatasetRef(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return {std::string(text), {}};
  DatasetRef ref{std::string(text.substr(0, open)), {}};
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(','));
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::size_t value = std::min(equals + 1, item.size());
    ref.params[std::string(item.substr(0, equals))] = std::string(item.substr(value));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
  }
  return ref;
}

std::vector<ReportedValue> ParseReported(const std::string& text, const std::string& path) {
  std::vector<CsvRow> lines = ParseCsv(text, path);
  if (!CheckHeader(lines, path)) {
    for (CsvRow& line : lines)
      if (line.fields.size() + 1 == kNumColumns)
        line.fields.insert(line.fields.begin() + kRuns, "");
  }
  std::vector<ReportedValue> all;
  std::map<std::string, int> seen;  // address → line
  for (const CsvRow& line : std::span(lines).subspan(1)) {
    all.push_back(ReadLine(line, path));
    const auto [it, is_new] = seen.emplace(Address(all.back()), line.line);
    if (!is_new) {
      LineReader(line, path)
          .Fail("the same number as in line " + std::to_string(it->second) + " again");
    }
  }
  return all;
}

}  // namespace mercer
