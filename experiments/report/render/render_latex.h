#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_RENDER_LATEX_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_RENDER_LATEX_H_

#include <string>
#include <string_view>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// Text for LaTeX: special characters are escaped, and ± × ✓ and the like are set as mathematics.
std::string LatexText(std::string_view text);

/// The document as LaTeX, ready for \input. Its title and caption are comments at the top. Each
/// table is a tabular for booktabs, with its title as a comment before it, the best numbers in
/// bold, and the meanings of its raised letters below it. The pictures follow, and the notes come
/// last, as comments.
std::string RenderLatex(const Document& document);

/// A pgfplots picture, including its data, for each data set, kernel and metric that has values at
/// three or more D: means with the standard deviation as error bars, the paper's values dashed, and
/// methods without D as horizontal lines.
std::string LatexFigures(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_RENDER_LATEX_H_
