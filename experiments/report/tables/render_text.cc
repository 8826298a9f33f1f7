#include "experiments/report/tables/render_text.h"

#include <algorithm>

#include "core/base/text.h"
#include "experiments/report/tables/parts.h"
#include "experiments/report/tables/text_table.h"
#include "experiments/report/tables/wrap.h"

namespace mercer {
namespace {

// A bar would end the cell; a line end would end the table; "<" begins HTML, "](" a link's address,
// and "*" emphasis.
std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool is_address = c == '(' && out.ends_with(']');
    if (c == '|' || c == '<' || c == '*' || is_address) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// "+ better" within a list would begin another list.
std::string Item(const std::string& text) {
  const bool is_list = text.starts_with("+ ") || text.starts_with("- ");
  return "- " + std::string(is_list ? "\\" : "") + Escaped(text) + '\n';
}

void MakePrintable(std::vector<std::string>& texts) {
  for (std::string& text : texts) text = Printable(text);
}

// Names come from files: none of their bytes steers the terminal.
Document PrintableDocument(Document document) {
  document.title = Printable(document.title);
  MakePrintable(document.caption);
  MakePrintable(document.notes);
  for (Table& table : document.tables) {
    table.title = Printable(table.title);
    for (ReportColumn& column : table.columns) {
      column.group = Printable(column.group);
      column.name = Printable(column.name);
    }
    for (TableRow& row : table.rows) {
      row.heading = Printable(row.heading);
      MakePrintable(row.cells);
    }
    MakePrintable(table.notes);
  }
  document.best = Printable(document.best);
  for (DocumentFigure& figure : document.figures) {
    figure.file = Printable(figure.file);
    figure.caption = Printable(figure.caption);
  }
  return document;
}

std::string Line(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += ' ' + cell + " |";
  return out + '\n';
}

// The best number is bold, the marks behind it are not.
std::string Cell(const TableRow& row, std::size_t i) {
  const std::string& text = row.cells[i];
  if (!IsBest(row, i)) return Escaped(text);
  const std::size_t end = std::min(text.find(' '), text.size());
  return "**" + Escaped(text.substr(0, end)) + "**" + Escaped(text.substr(end));
}

std::string RenderTable(const Table& table) {
  std::vector<std::string> names, rules;
  for (const ReportColumn& column : table.columns) {
    const std::string& group = column.group;
    names.push_back(Escaped(
        group.empty() ? column.name : group + (column.name.empty() ? "" : ": " + column.name)));
    rules.emplace_back(column.left ? ":--" : "--:");
  }
  std::string out = table.title.empty() ? "" : "### " + Escaped(table.title) + "\n\n";
  out += Line(names) + Line(rules);
  for (const TableRow& row : table.rows) {
    if (row.heading.empty()) {
      std::vector<std::string> cells;
      for (std::size_t i = 0; i < row.cells.size(); ++i) cells.push_back(Cell(row, i));
      out += Line(cells);
      continue;
    }
    // Markdown has no cell across columns: the heading takes the first.
    std::vector<std::string> cells(table.columns.size());
    cells.front() = "**" + Escaped(row.heading) + "**";
    out += Line(cells);
  }
  for (const std::string& note : table.notes) out += '\n' + Escaped(note) + '\n';
  return out;
}

}  // namespace

std::string RenderText(const Document& raw) {
  const Document document = PrintableDocument(raw);
  std::string out = document.title + '\n';
  for (const std::string& item : document.caption) out += Wrapped(item);
  if (!document.best.empty()) out += Wrapped("» " + document.best);
  for (const Table& table : document.tables) out += '\n' + TextOfTable(table);
  if (!document.notes.empty()) out += '\n';
  for (const std::string& note : document.notes) out += Wrapped(note);
  return out;
}

std::string RenderMarkdown(const Document& raw) {
  const Document document = PrintableDocument(raw);
  std::string out = "## " + Escaped(document.title) + "\n\n";
  for (const std::string& item : document.caption) out += Item(item);
  if (!document.best.empty()) out += "- **Bold**: " + Escaped(document.best) + '\n';
  for (const Table& table : document.tables)
    for (const Table& part : PartsOfPage(table)) out += '\n' + RenderTable(part);
  for (const DocumentFigure& figure : document.figures)
    out += "\n![" + Escaped(figure.caption) + "](" + figure.file + ")\n";
  if (!document.notes.empty()) out += '\n';
  for (const std::string& note : document.notes) out += Item(note);
  return out;
}

}  // namespace mercer
