#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_

#include <string>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// What the HTML page shows, as a JSON object. Keys: title, experiment, caption, notes,
/// provenance ({runs, dataset_sha256, config}), deviations ({key, title, text}), metrics (name →
/// {title, kind}), shown_metrics, maps (method → map), cells ({dataset, kernel, method, D,
/// command}), rows (summary.csv's, in its order: {cell, metric, n, mean, std, …} with the numbers
/// of the file, absent where it has none, and the texts that the tables print), tables (title,
/// columns, rows; a cell is a text, or [text, row]), claims. No '<' is in the text, so that it can
/// stand within a <script>. O(rows · log rows).
std::string PageData(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_
