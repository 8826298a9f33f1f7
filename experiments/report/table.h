#ifndef MERCER_EXPERIMENTS_REPORT_TABLE_H_
#define MERCER_EXPERIMENTS_REPORT_TABLE_H_

#include <string>
#include <vector>

namespace mercer {

// A report as tables and lines of plain UTF-8 text, ready for any output format.

struct ReportColumn {
  std::string group;  // shared by neighbours: the heading above theirs; "" for none
  std::string name;
  bool left = false;  // aligned to the left
};

/// A line of cells, or, where heading is set, one text across all columns.
struct TableRow {
  std::string heading;
  std::vector<std::string> cells{};
};

struct Table {
  std::string title;
  std::vector<ReportColumn> columns{};
  std::vector<TableRow> rows{};
};

struct Document {
  std::string title;
  std::vector<std::string> caption{};  // above the tables, one item each
  std::vector<Table> tables{};
  std::vector<std::string> notes{};  // below them
};

std::string RenderText(const Document& document);
std::string RenderMarkdown(const Document& document);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLE_H_
