#include "experiments/run/sweep/reported_rows.h"

#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "experiments/store/csv.h"
#include "experiments/store/files.h"

namespace mercer {

bool CoversLocation(std::string_view paper, std::string_view row) {
  if (!row.starts_with(paper)) return false;
  const bool number_goes_on =
      row.size() > paper.size() && row[paper.size()] >= '0' && row[paper.size()] <= '9';
  return !number_goes_on;
}

std::string ReportedRows(const Experiment& experiment) {
  if (!experiment.paper || experiment.paper->reported_file.empty()) return "";
  const std::filesystem::path path =
      std::filesystem::path(experiment.config_path).parent_path() / experiment.paper->reported_file;
  const auto text = ReadText(path);
  if (!text) throw InvalidInput("the reported values '" + path.string() + "' cannot be read");
  const std::vector<CsvRow> rows = ParseCsv(*text, path.string());
  std::string kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || CoversLocation(experiment.paper->location, rows[i].fields.front()))
      kept += CsvLine(rows[i].fields);
  }
  return kept;
}

}  // namespace mercer
