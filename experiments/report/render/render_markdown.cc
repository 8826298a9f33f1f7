#include "experiments/report/tables/table.h"

namespace mercer {
namespace {

// A bar would end the cell; a line end would end the table.
std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string Line(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += ' ' + Escaped(cell) + " |";
  return out + '\n';
}

std::string RenderTable(const Table& table) {
  std::vector<std::string> names, rules;
  for (const ReportColumn& column : table.columns) {
    const std::string& group = column.group;
    names.push_back(group.empty() ? column.name
                                  : group + (column.name.empty() ? "" : ": " + column.name));
    rules.emplace_back(column.left ? ":--" : "--:");
  }
  std::string out = "### " + table.title + "\n\n" + Line(names) + Line(rules);
  for (const TableRow& row : table.rows) {
    if (row.heading.empty()) {
      out += Line(row.cells);
      continue;
    }
    // Markdown has no cell across columns: the heading takes the first.
    std::vector<std::string> cells(table.columns.size());
    cells.front() = "**" + row.heading + "**";
    out += Line(cells);
  }
  return out;
}

}  // namespace

std::string RenderMarkdown(const Document& document) {
  std::string out = "## " + document.title + "\n\n";
  for (const std::string& item : document.caption) out += "- " + Escaped(item) + '\n';
  for (const Table& table : document.tables) out += '\n' + RenderTable(table);
  if (!document.notes.empty()) out += '\n';
  for (const std::string& note : document.notes) out += "- " + Escaped(note) + '\n';
  return out;
}

}  // namespace mercer
