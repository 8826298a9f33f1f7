#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_TEXT_TABLE_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_TEXT_TABLE_H_

#include <string>

#include "experiments/report/tables/table.h"

namespace mercer {

/// A table as text: a bar stands between groups of columns, a space inside them. A table wider than
/// a terminal is cut into parts beneath each other; long names are broken into several lines.
std::string TextOfTable(const Table& table);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_TEXT_TABLE_H_
