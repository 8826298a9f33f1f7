#include "experiments/report/tables/table.h"

#include <algorithm>
#include <sstream>

#include "core/base/text.h"

namespace mercer {
namespace {

constexpr std::size_t kLineWidth = 100;

// Characters, not bytes: the tables use ±, × and ✓.
std::size_t Width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string Padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, Width(text)), ' ');
  return left ? text + space : space + text;
}

void TrimRight(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

// Items are wrapped between words; the lines that follow the first are indented.
std::string Wrapped(const std::string& item) {
  std::string out, line, word;
  for (std::istringstream words(item); words >> word;) {
    if (!line.empty() && Width(line) + 1 + Width(word) > kLineWidth) {
      out += line + '\n';
      line = "  " + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return out + line + '\n';
}

// A "»" before the best numbers of a column; the others of that column are set as far in.
Table WithBestMarked(Table table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool has_best = std::any_of(table.rows.begin(), table.rows.end(),
                                      [&](const TableRow& row) { return IsBest(row, i); });
    if (!has_best) continue;
    for (TableRow& row : table.rows) {
      if (i < row.cells.size() && !row.cells[i].empty())
        row.cells[i] = (IsBest(row, i) ? "»" : " ") + row.cells[i];
    }
  }
  return table;
}

/// Lays one table out: a bar stands between groups of columns, a space inside them.
class TextTable {
 public:
  explicit TextTable(const Table& table) : table_(WithBestMarked(table)) {
    for (const ReportColumn& column : table_.columns) widths_.push_back(Width(column.name));
    for (const TableRow& row : table_.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        widths_[i] = std::max(widths_[i], Width(row.cells[i]));
      }
    }
    for (std::size_t i = 0; i < table_.rows.size(); ++i)
      if (table_.rows[i].heading.empty()) lines_ = i + 1;
    WidenForGroups();
  }

  /// The whole table, or where it is wider than a terminal's 100 characters the groups of columns
  /// that fit beneath each other, each with the first column.
  std::string Render() const {
    std::string out = Wrapped(table_.title);
    for (std::size_t begin = GroupEnd(0), parts = 0; begin < widths_.size() || parts == 0;
         ++parts) {
      const std::size_t end = PartEnd(begin);
      if (parts > 0) out += '\n';
      out += RenderPart(begin, end);
      begin = end;
    }
    for (const std::string& note : table_.notes) out += Wrapped(note);
    return out;
  }

 private:
  bool BeginsGroup(std::size_t i) const {
    return i > 0 && table_.columns[i].group != table_.columns[i - 1].group;
  }

  bool HasGroups() const {
    return std::any_of(table_.columns.begin(), table_.columns.end(),
                       [](const ReportColumn& column) { return !column.group.empty(); });
  }

  std::size_t GroupEnd(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < widths_.size() && !BeginsGroup(end)) ++end;
    return end;
  }

  std::size_t GroupWidth(std::size_t begin) const {
    std::size_t width = 0;
    for (std::size_t i = begin; i < GroupEnd(begin); ++i) width += widths_[i] + (i > begin ? 1 : 0);
    return width;
  }

  /// The first column behind the groups from `begin` on that fit beside the first one; one at
  /// least.
  std::size_t PartEnd(std::size_t begin) const {
    std::size_t width = GroupWidth(0), end = begin;
    while (end < widths_.size()) {
      width += 3 + GroupWidth(end);
      if (width > kLineWidth && end > begin) break;
      end = GroupEnd(end);
    }
    return end;
  }

  std::string RenderPart(std::size_t begin, std::size_t end) const {
    std::string out = HasGroups() ? GroupLine(begin, end) : "";
    std::vector<std::string> names;
    for (const ReportColumn& column : table_.columns) names.push_back(column.name);
    const std::string header = Line(names, begin, end);
    out += header + std::string(std::max(Width(header), std::size_t{2}) - 1, '-') + '\n';
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      const TableRow& row = table_.rows[i];
      // What stands beneath all lines stands there once.
      if (i >= lines_ && end < widths_.size()) break;
      out += row.heading.empty() ? Line(row.cells, begin, end) : Wrapped(row.heading);
    }
    return out;
  }

  void WidenForGroups() {
    for (std::size_t i = 0; i < widths_.size(); i = GroupEnd(i)) {
      const std::size_t needed = Width(table_.columns[i].group);
      const std::size_t width = GroupWidth(i);
      if (needed > width) widths_[GroupEnd(i) - 1] += needed - width;
    }
  }

  /// The columns of the first group and those of [begin, end).
  std::vector<std::size_t> ColumnsOf(std::size_t begin, std::size_t end) const {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < end; ++i)
      if (i < GroupEnd(0) || i >= begin) columns.push_back(i);
    return columns;
  }

  std::string GroupLine(std::size_t begin, std::size_t end) const {
    std::string line;
    for (const std::size_t i : ColumnsOf(begin, end)) {
      if (i > 0 && !BeginsGroup(i)) continue;
      if (i > 0) line += " | ";
      line += Padded(table_.columns[i].group, GroupWidth(i), true);
    }
    TrimRight(line);
    return line + '\n';
  }

  std::string Line(const std::vector<std::string>& cells, std::size_t begin,
                   std::size_t end) const {
    std::string line;
    for (const std::size_t i : ColumnsOf(begin, end)) {
      if (i >= cells.size()) break;
      if (i > 0) line += BeginsGroup(i) ? " | " : " ";
      line += Padded(cells[i], widths_[i], table_.columns[i].left);
    }
    TrimRight(line);
    return line + '\n';
  }

  const Table table_;
  std::size_t lines_ = 0;  // up to the last line of cells
  std::vector<std::size_t> widths_;
};

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
  std::string out = "### " + Escaped(table.title) + "\n\n" + Line(names) + Line(rules);
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
  for (const Table& table : document.tables) out += '\n' + TextTable(table).Render();
  if (!document.notes.empty()) out += '\n';
  for (const std::string& note : document.notes) out += Wrapped(note);
  return out;
}

std::string RenderMarkdown(const Document& raw) {
  const Document document = PrintableDocument(raw);
  std::string out = "## " + Escaped(document.title) + "\n\n";
  for (const std::string& item : document.caption) out += Item(item);
  if (!document.best.empty()) out += "- **Bold**: " + Escaped(document.best) + '\n';
  for (const Table& table : document.tables) out += '\n' + RenderTable(table);
  for (const DocumentFigure& figure : document.figures)
    out += "\n![" + Escaped(figure.caption) + "](" + figure.file + ")\n";
  if (!document.notes.empty()) out += '\n';
  for (const std::string& note : document.notes) out += Item(note);
  return out;
}

}  // namespace mercer
