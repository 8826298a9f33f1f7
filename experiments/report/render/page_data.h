#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_

#include <string>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"

namespace mercer {

/// The data of the HTML page, as a JSON object. Keys: title, experiment, of_paper (whether it is an
/// experiment of a paper), is_part (whether only some rows of it are shown), reported_by ("paper",
/// or "other program"), caption, notes, best (the numbers that the best ones are chosen from, or
/// ""), names ({methods, datasets}: id → display name, if it differs), provenance ({runs,
/// dataset_sha256, config}), deviations ({key, title, text}), metrics (name → {title, kind}),
/// shown_metrics, figures (those that the results show: {name, metrics, x, log_x, log_y, datasets,
/// kernels, methods}), data_axes (axis of the data → data set → {place, panel}), short_names
/// ({kernels, datasets}: name → what distinguishes it from the others), maps (method → map), cells
/// ({dataset, kernel, method, D, command}), rows (those of summary.csv, in its order: {cell,
/// metric, n, mean, std, …} with the numbers of the file, absent if it has none, and the texts that
/// the tables print), tables (title, and parts that stand beneath each other: {columns, rows}; a
/// cell is a text, or [text, row]; the best of a row lists the columns of its best numbers; with
/// notes below a table if it has some), claims (none of a part). A deviation with shared = false
/// concerns some rows, which name it in their deviations. The text contains no '<', so that it can
/// be placed within a <script>. O(rows · log rows).
std::string PageData(const Summary& summary, const ReportView& view = {});

/// The command line that runs a cell's trials again, quoted for a shell: "mercer run
/// configs/kar2012/figure2.json --only dataset=nursery,kernel=polynomial,method=rm,D=100". If the
/// qualifier of a name cannot be given to --only, such as preprocessing or a bandwidth computed
/// from the rows, the command also runs other cells.
std::string ReproduceCommand(const Summary& summary, const CellKey& cell);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_DATA_H_
