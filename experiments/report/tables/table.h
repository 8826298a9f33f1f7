#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_

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
  // The heading's parts, end to end, where some of them are numbers.
  std::vector<HeadingPart> parts{};
};

struct Table {
  std::string title;
  std::vector<ReportColumn> columns{};
  std::vector<TableRow> rows{};
  std::string dataset{}, kernel{};  // that it is about; "" for all
  bool sweep = false;               // a row per D
};

struct Document {
  std::string title;
  std::vector<std::string> caption{};  // above the tables, one item each
  std::vector<Table> tables{};
  std::vector<std::string> notes{};  // below them
};

/// Names in it, which come from configs and records, mean what they say: control characters are
/// shown as \xNN, and in Markdown "|", "<" and "](" are escaped.
std::string RenderText(const Document& document);
std::string RenderMarkdown(const Document& document);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_TABLE_H_
