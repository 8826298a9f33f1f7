#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_PARTS_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_PARTS_H_

#include <functional>
#include <vector>

#include "experiments/report/tables/table.h"

namespace mercer {

/// Longer names of columns and rows are broken into several lines.
inline constexpr std::size_t kMostHeadWidth = 24, kMostNameWidth = 48;

/// A table cut into tables that stand beneath each other, or the table if it is not to be cut. Each
/// has the columns that name the rows and as many others, in their order, as `fits` permits, at
/// least one; a group of columns is cut only if it does not fit by itself. Lines that are empty in
/// a part are left out of it. What stands once is in the first part (the title, headings that hold
/// numbers) or in the last (headings beneath all rows, the notes).
std::vector<Table> PartsOf(const Table& table, const std::function<bool(const Table&)>& fits);

/// The parts for a page of 900 pixels: at most ten columns beside the names, and about 80
/// characters.
std::vector<Table> PartsOfPage(const Table& table);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_PARTS_H_
