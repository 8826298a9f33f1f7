#include "experiments/report/tables/parts.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <sstream>
#include <string>

#include "experiments/report/tables/wrap.h"

namespace mercer {
namespace {

using Columns = std::vector<std::size_t>;

template <class T>
std::vector<T> Picked(const std::vector<T>& items, const Columns& columns) {
  std::vector<T> out;
  for (const std::size_t i : columns) {
    if (i < items.size()) out.push_back(items[i]);
  }
  return out;
}

// The rows up to the last one of cells; what follows stands beneath all of them.
std::size_t EndOfLines(const Table& table) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.rows[i].heading.empty()) end = i + 1;
  return end;
}

// Lines without a cell beside the names, and the data sets of which no line is left.
void DropEmptyLines(Table& part) {
  std::erase_if(part.rows, [&](const TableRow& row) {
    const auto begin = row.cells.begin() + std::min(part.num_names, row.cells.size());
    return row.heading.empty() &&
           std::all_of(begin, row.cells.end(), std::mem_fn(&std::string::empty));
  });
  for (std::size_t i = part.rows.size(); i-- > 0;) {
    const bool names_lines = !part.rows[i].heading.empty() && !part.rows[i].dataset.empty();
    const bool has_line = i + 1 < part.rows.size() && part.rows[i + 1].heading.empty();
    if (names_lines && !has_line) part.rows.erase(part.rows.begin() + i);
  }
}

Table PartOf(const Table& table, const Columns& columns) {
  const bool is_first = columns.size() == table.columns.size() || columns.back() < columns.size(),
             is_last = columns.back() + 1 == table.columns.size();
  const std::size_t end = EndOfLines(table);
  Table part{.title = is_first ? table.title : "",
             .columns = Picked(table.columns, columns),
             .dataset = table.dataset,
             .kernel = table.kernel,
             .method = table.method,
             .sweep = table.sweep,
             .num_names = table.num_names,
             .notes = is_last ? table.notes : std::vector<std::string>()};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow& row = table.rows[i];
    if ((!is_first && !row.parts.empty()) || (!is_last && i >= end)) continue;
    part.rows.push_back({row.heading, Picked(row.cells, columns), row.dataset,
                         Picked(row.sources, columns), Picked(row.best, columns), row.parts,
                         row.method});
  }
  DropEmptyLines(part);
  return part;
}

constexpr std::size_t kMostColumns = 10;
// Characters of the widest usual font for 850 pixels; a cell has a margin as wide as two.
constexpr std::size_t kPageWidth = 80, kMargin = 2;

// A page breaks names between words only.
std::size_t LongestWord(const std::string& text) {
  std::size_t longest = 0;
  std::string word;
  for (std::istringstream words(text); words >> word;)
    longest = std::max(longest, CountCharacters(word));
  return longest;
}

std::size_t WidthOnPage(const Table& table, std::size_t column) {
  std::size_t width = LongestWord(table.columns[column].name);
  for (const TableRow& row : table.rows) {
    if (column >= row.cells.size()) continue;
    const std::string& cell = row.cells[column];
    const std::size_t whole = CountCharacters(cell);
    width = std::max(width, column < table.num_names
                                ? std::max(LongestWord(cell), std::min(whole, kMostNameWidth))
                                : whole);
  }
  return width + kMargin;
}

bool FitsPage(const Table& table) {
  if (table.columns.size() > kMostColumns + table.num_names) return false;
  std::size_t width = 0;
  for (std::size_t begin = 0, end = 0; begin < table.columns.size(); begin = end) {
    std::size_t of_group = 0;
    const std::string& group = table.columns[begin].group;
    for (; end < table.columns.size() && table.columns[end].group == group; ++end)
      of_group += WidthOnPage(table, end);
    width += std::max(of_group, LongestWord(group) + kMargin);
  }
  return width <= kPageWidth;
}

}  // namespace

std::vector<Table> PartsOf(const Table& table, const std::function<bool(const Table&)>& fits) {
  if (table.num_names == 0 || fits(table)) return {table};
  Columns names;
  for (std::size_t i = 0; i < std::min(table.num_names, table.columns.size()); ++i)
    names.push_back(i);
  const auto group_end = [&](std::size_t begin) {
    std::size_t end = begin + 1;
    const std::string& group = table.columns[begin].group;
    while (!group.empty() && end < table.columns.size() && table.columns[end].group == group) ++end;
    return end;
  };
  std::vector<Table> parts;
  const auto fits_beside = [&](Columns columns, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) columns.push_back(i);
    return fits(PartOf(table, columns));
  };
  Columns part = names;
  const auto take = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) part.push_back(i);
  };
  const auto close = [&] {
    if (part.size() == names.size()) return;
    parts.push_back(PartOf(table, part));
    part = names;
  };
  for (std::size_t begin = names.size(); begin < table.columns.size();) {
    const std::size_t end = group_end(begin);
    bool is_cut = !fits_beside(part, begin, end);
    if (is_cut && part.size() > names.size()) {
      close();
      is_cut = !fits_beside(part, begin, end);
    }
    for (std::size_t i = begin; is_cut && i < end; ++i) {
      if (!fits_beside(part, i, i + 1)) close();
      take(i, i + 1);
    }
    if (!is_cut) take(begin, end);
    begin = end;
  }
  close();
  if (parts.empty()) parts.push_back(table);
  return parts;
}

std::vector<Table> PartsOfPage(const Table& table) { return PartsOf(table, FitsPage); }

}  // namespace mercer
