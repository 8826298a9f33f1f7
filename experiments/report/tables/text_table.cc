#include "experiments/report/tables/text_table.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "experiments/report/tables/parts.h"
#include "experiments/report/tables/wrap.h"

namespace mercer {
namespace {

using Lines = std::vector<std::string>;

std::string Padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, CountCharacters(text)), ' ');
  return left ? text + space : space + text;
}

std::size_t Widest(const Lines& lines) {
  std::size_t widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, CountCharacters(line));
  return widest;
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

/// Lays out a table, or a part of one.
class TextTable {
 public:
  explicit TextTable(const Table& table) : table_(WithBestMarked(table)) {
    for (const ReportColumn& column : table_.columns) {
      names_.push_back(BrokenName(column.name, kMostHeadWidth));
      widths_.push_back(Widest(names_.back()));
    }
    for (const TableRow& row : table_.rows) {
      cells_.emplace_back();
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        cells_.back().push_back(i < table_.num_names ? BrokenName(row.cells[i], kMostNameWidth)
                                                     : Lines{row.cells[i]});
        widths_[i] = std::max(widths_[i], Widest(cells_.back()[i]));
      }
    }
    for (std::size_t i = 0; i < widths_.size(); i = GroupEnd(i)) {
      const std::size_t width = GroupWidth(i);
      groups_.push_back(BrokenName(table_.columns[i].group, std::max(width, kMostHeadWidth)));
      const std::size_t needed = Widest(groups_.back());
      if (needed > width) widths_[GroupEnd(i) - 1] += needed - width;
    }
  }

  bool FitsTerminal() const {
    std::size_t width = 0;
    for (std::size_t i = 0; i < widths_.size(); ++i) width += Space(i).size() + widths_[i];
    return width <= kTerminalWidth;
  }

  std::string Render() const {
    std::string out = table_.title.empty() ? "\n" : Wrapped(table_.title);
    const bool has_groups =
        std::any_of(table_.columns.begin(), table_.columns.end(),
                    [](const ReportColumn& column) { return !column.group.empty(); });
    if (has_groups) out += GroupLines();
    const Lines header = LinesOf(names_);
    for (const std::string& line : header) out += line + '\n';
    out += std::string(std::max(Widest(header), std::size_t{1}), '-') + '\n';
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      if (table_.rows[i].heading.empty()) {
        for (const std::string& line : LinesOf(cells_[i])) out += line + '\n';
      } else {
        out += Wrapped(table_.rows[i].heading);
      }
    }
    for (const std::string& note : table_.notes) out += Wrapped(note);
    return out;
  }

 private:
  bool BeginsGroup(std::size_t i) const {
    return i > 0 && table_.columns[i].group != table_.columns[i - 1].group;
  }

  std::size_t GroupEnd(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < widths_.size() && !BeginsGroup(end)) ++end;
    return end;
  }

  std::size_t GroupWidth(std::size_t begin) const {
    std::size_t width = widths_[begin];
    for (std::size_t i = begin + 1; i < GroupEnd(begin); ++i) width += Space(i).size() + widths_[i];
    return width;
  }

  // What stands before a column.
  std::string Space(std::size_t i) const { return i == 0 ? "" : BeginsGroup(i) ? " | " : " "; }

  std::string GroupLines() const {
    std::size_t height = 0;
    for (const Lines& group : groups_) height = std::max(height, group.size());
    std::string out;
    for (std::size_t k = 0; k < height; ++k) {
      std::string line;
      for (std::size_t i = 0, at = 0; i < widths_.size(); i = GroupEnd(i), ++at) {
        const std::string text = k < groups_[at].size() ? groups_[at][k] : "";
        line += Space(i) + Padded(text, GroupWidth(i), true);
      }
      out += WithoutSpaceAtEnd(line) + '\n';
    }
    return out;
  }

  // A row of cells, which may have several lines each.
  Lines LinesOf(const std::vector<Lines>& cells) const {
    std::size_t height = 1;
    for (const Lines& cell : cells) height = std::max(height, cell.size());
    Lines lines(height);
    for (std::size_t k = 0; k < height; ++k) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string text = k < cells[i].size() ? cells[i][k] : "";
        lines[k] += Space(i) + Padded(text, widths_[i], table_.columns[i].left);
      }
      lines[k] = WithoutSpaceAtEnd(lines[k]);
    }
    return lines;
  }

  const Table table_;
  std::vector<Lines> names_, groups_;  // by column, and by group
  std::vector<std::vector<Lines>> cells_;
  std::vector<std::size_t> widths_;
};

}  // namespace

std::string TextOfTable(const Table& table) {
  std::string out;
  const auto fits = [](const Table& part) { return TextTable(part).FitsTerminal(); };
  for (const Table& part : PartsOf(table, fits)) out += TextTable(part).Render();
  return out;
}

}  // namespace mercer
