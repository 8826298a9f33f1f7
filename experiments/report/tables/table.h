#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace mercer {

struct SummaryRow;

// A report as tables and lines of plain UTF-8 text, ready for any output format.

struct ReportColumn {
  std::string group;  // shared by neighbours: the heading above theirs; "" for none
  std::string name;
  bool left = false;     // aligned to the left
  std::string method{};  // that it is about; "" for all
};

/// A part of a heading, with the row whose number it shows; nullptr for words.
struct HeadingPart {
  std::string text;
  const SummaryRow* source = nullptr;
  bool is_paper = false;  // the paper's number, not ours
};

/// A line of cells, or, where heading is set, one text across all columns.
struct TableRow {
  std::string heading;
  std::vector<std::string> cells{};
  std::string dataset{};  // that it is about; "" for all of the table's
  // What a cell shows, by column; nullptr, or no item, where that is no number of a summary. They
  // live as long as the summary laid out.
  std::vector<const SummaryRow*> sources{};
  // By column: whether the number is the best of those it competes with; no item: it is not.
  std::vector<bool> best{};
  // The heading's parts, end to end, where some of them are numbers.
  std::vector<HeadingPart> parts{};
};

struct Table {
  std::string title;
  std::vector<ReportColumn> columns{};
  std::vector<TableRow> rows{};
  std::string dataset{}, kernel{};   // that it is about; "" for all
  bool sweep = false;                // a row per D
  std::vector<std::string> notes{};  // beneath it: what its raised letters stand for
};

/// Whether the cell of a line in a column is the best.
inline bool IsBest(const TableRow& row, std::size_t column) {
  return column < row.best.size() && row.best[column];
}

/// A picture of the report, which lies beside it.
struct DocumentFigure {
  std::string file;  // relative to the report
  std::string caption;
};

struct Document {
  std::string title;
  std::vector<std::string> caption{};  // above the tables, one item each
  std::vector<Table> tables{};
  std::vector<std::string> notes{};  // below them
  std::string best{};  // what the best numbers, which each format sets off its own way, are best of
  std::vector<DocumentFigure> figures{};
};

/// The best numbers are bold in Markdown and have a "»" before them in text. Names in it, which
/// come from configs and records, mean what they say: control characters are shown as \xNN, and in
/// Markdown "|", "<" and "](" are escaped.
std::string RenderText(const Document& document);
std::string RenderMarkdown(const Document& document);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_
