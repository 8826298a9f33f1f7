#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_

#include <string>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// What the HTML page shows, as a JSON object. Keys: title, experiment, caption, notes, best (what
/// the best numbers are best of, or ""), names ({methods, datasets}: id → what people are shown,
/// where that differs), provenance ({runs, dataset_sha256, config}), deviations ({key, title,
/// text}), metrics (name → {title, kind}), shown_metrics, figure (what the figures show first:
/// {metric, x, log_x, log_y}), short_names ({kernels, datasets}: name → what distinguishes it from
/// the others), maps (method → map), cells ({dataset, kernel, method, D, command}), rows
/// (summary.csv's, in its order: {cell, metric, n, mean, std, …} with the numbers of the file,
/// absent where it has none, and the texts that the tables print), tables (title, columns, rows; a
/// cell is a text, or [text, row]; a row's best lists the columns of its best numbers; notes beneath
/// it where it has some), claims. A deviation with shared = false concerns some rows, which name it
/// in their deviations. No '<' is in the text, so that it can stand within a <script>. O(rows · log
/// rows).
std::string PageData(const Summary& summary);

/// The command line that runs a cell's trials again, quoted for a shell: "mercer run
/// configs/kar2012/figure2.json --only dataset=nursery,kernel=polynomial,method=rm,D=100". Where a
/// name's qualifier is nothing that --only knows, as preprocessing or a bandwidth taken from the
/// rows, the command runs the cell among others.
std::string ReproduceCommand(const Summary& summary, const CellKey& cell);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_
