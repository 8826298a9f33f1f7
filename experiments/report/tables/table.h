#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace mercer {

struct SummaryRow;

// A report as tables and lines of plain UTF-8 text, for any output format.

struct ReportColumn {
  std::string group;  // heading shared with neighbouring columns; "" if none
  std::string name;
  bool left = false;      // aligned to the left
  std::string method{};   // the method it concerns; "" for all
  std::string dataset{};  // the data set it concerns; "" for all
};

/// A part of a heading, and the row whose number it shows; nullptr for plain text.
struct HeadingPart {
  std::string text;
  const SummaryRow* source = nullptr;
  bool is_paper = false;  // the paper's number, not ours
};

/// A row of cells, or, if heading is set, a single text across all columns.
struct TableRow {
  std::string heading;
  std::vector<std::string> cells{};
  std::string dataset{};  // the data set it concerns; "" for all of the table's
  // The row that each cell shows, by column; nullptr, or no item, if the cell is not a number of a
  // summary. Valid as long as the summary laid out.
  std::vector<const SummaryRow*> sources{};
  // By column: whether the number is the best of those it competes with; no item: it is not.
  std::vector<bool> best{};
  // The heading's parts, to be concatenated, if some of them are numbers.
  std::vector<HeadingPart> parts{};
  std::string method{};  // the method it concerns; "" for all of the table's
};

struct Table {
  std::string title;
  std::vector<ReportColumn> columns{};
  std::vector<TableRow> rows{};
  std::string dataset{}, kernel{}, method{};  // what the table concerns; "" for all
  bool sweep = false;                         // a row per D
  std::size_t num_names = 0;         // of a table that may be cut between its columns, the first
                                     // columns, which name the rows; 0: it is not cut
  std::vector<std::string> notes{};  // below the table: what its raised letters stand for
};

/// Whether the cell of a row in a column is the best.
inline bool IsBest(const TableRow& row, std::size_t column) {
  return column < row.best.size() && row.best[column];
}

/// A picture that accompanies the report.
struct DocumentFigure {
  std::string file;  // relative to the report
  std::string caption;
};

struct Document {
  std::string title;
  std::vector<std::string> caption{};  // above the tables, one item each
  std::vector<Table> tables{};
  std::vector<std::string> notes{};  // below them
  std::string best{};  // what the best numbers are chosen among; each format highlights them in its
                       // own way
  std::vector<DocumentFigure> figures{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_
