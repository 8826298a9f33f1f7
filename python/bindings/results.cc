#include <pybind11/stl.h>

#include <cstdlib>
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

// The library looks for its shipped files beside the program, which here is Python: while this is
// there it looks in the folder that the package knows of, unless the user named another.
class ShareFolder {
 public:
  explicit ShareFolder(const std::string& folder) : ours_(std::getenv(kName) == nullptr) {
    if (ours_) setenv(kName, folder.c_str(), 0);
  }
  ~ShareFolder() {
    if (ours_) unsetenv(kName);
  }
  ShareFolder(const ShareFolder&) = delete;
  ShareFolder& operator=(const ShareFolder&) = delete;

 private:
  static constexpr const char* kName = "MERCER_SHARE";
  const bool ours_;
};

using Table = std::vector<std::vector<std::string>>;

// The fields of each row, the header first.
Table FieldsOf(const std::string& csv) {
  Table table;
  for (CsvRow& row : ParseCsv(csv, "table")) table.push_back(std::move(row.fields));
  return table;
}

// The records of a results folder as trials.csv has them, and its summary.csv, both as texts, and
// what is wrong with the folder.
py::dict ReadFolder(const std::string& folder, const std::string& share) {
  const ShareFolder files(share);
  const Summary summary = LoadSummary(folder);
  py::dict read;
  read["trials"] = FieldsOf(RecordsToCsv(ReadResults(folder).records));
  read["summary"] = FieldsOf(SummaryCsv(summary));
  read["problems"] = summary.problems;
  return read;
}

std::string ListOf(const std::string& topic, const std::string& share) {
  const ShareFolder files(share);
  return ListAsJson(topic, Catalogue(DataDir("")));
}

}  // namespace

void BindResults(py::module_& module) {
  module.def("read_results", &ReadFolder, py::arg("folder"), py::arg("share"));
  module.def("column_kinds", [] {
    py::dict kinds;
    for (const ColumnInfo& column : kRecordColumns)
      kinds[py::str(std::string(column.name))] = NameOf(column.kind);
    return kinds;
  });
  module.def("list", &ListOf, py::arg("topic"), py::arg("share"));
}

}  // namespace mercer::python
