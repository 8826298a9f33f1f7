#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_RENDER_LATEX_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_RENDER_LATEX_H_

#include <string>
#include <string_view>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// Text as LaTeX sets it: its special characters escaped, ± × ✓ and the like as mathematics.
std::string LatexText(std::string_view text);

/// The document's tables, each a tabular of booktabs between its title and its caption as comments,
/// ready for \input, the best numbers bold; what a table's raised letters stand for beneath it, the
/// pictures, and the notes behind them as comments.
std::string RenderLatex(const Document& document);

/// A pgfplots picture for each data set, kernel and metric that has values at three D or more, with
/// its data: means with the standard deviation as error bars, the paper's values dashed, methods
/// without D as lines across.
std::string LatexFigures(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_RENDER_LATEX_H_
