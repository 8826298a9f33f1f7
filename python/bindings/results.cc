#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/listing.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/store/csv.h"
#include "python/bindings/bindings.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

const char* NameOf(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::kInteger:
      return "integer";
    case ColumnKind::kNumber:
      return "number";
    case ColumnKind::kFlag:
      return "flag";
    case ColumnKind::kText:
    case ColumnKind::kStatus:
      break;
  }
  return "text";
}

using Table = std::vector<std::vector<std::string>>;

// The fields of each row, the header first.
Table FieldsOf(const std::string& csv) {
  Table table;
  for (CsvRow& row : ParseCsv(csv, "table")) table.push_back(std::move(row.fields));
  return table;
}

// The records of a results folder as trials.csv has them, and its summary.csv, both as texts, and
// what is wrong with the folder.
py::dict ReadFolder(const std::string& folder) {
  Table trials, rows;
  std::vector<std::string> problems;
  {
    const py::gil_scoped_release release;
    trials = FieldsOf(RecordsToCsv(ReadResults(folder).records));
    const Summary summary = LoadSummary(folder);
    rows = FieldsOf(SummaryCsv(summary));
    problems = summary.problems;
  }
  py::dict read;
  read["trials"] = trials;
  read["summary"] = rows;
  read["problems"] = problems;
  return read;
}

}  // namespace

void BindResults(py::module_& module) {
  module.def("read_results", &ReadFolder, py::arg("folder"));
  module.def("column_kinds", [] {
    py::dict kinds;
    for (const ColumnInfo& column : kRecordColumns)
      kinds[py::str(std::string(column.name))] = NameOf(column.kind);
    return kinds;
  });
  module.def(
      "list", [](const std::string& topic) { return ListAsJson(topic, Catalogue(DataDir(""))); },
      py::arg("topic"));
}

}  // namespace mercer::python
