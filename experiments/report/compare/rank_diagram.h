#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_RANK_DIAGRAM_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_RANK_DIAGRAM_H_

#include <string>
#include <vector>

#include "experiments/report/compare/comparison.h"

namespace mercer {

/// A critical-difference diagram (Demšar 2006, Figure 1). It has an axis of mean ranks with the
/// best to the right, each method at the end of a line from its rank (the better half on the
/// right), and bars that join methods which are not shown to differ. It holds the positions of the
/// parts; their sizes are chosen by the output formats.
struct RankDiagram {
  struct Method {
    std::string name;
    double rank = 1;
    bool right = false;  // belongs to the better half
    int row = 0;         // from the axis down: the outermost first, so that no two lines cross
  };
  struct Bar {
    double best = 1, worst = 1;
    int level = 0;  // from the axis down; bars of one level do not touch
  };

  int num_methods = 0;  // the axis ranges from 1 to this
  double critical_difference = 0;
  int num_rows = 0, num_levels = 0;
  std::vector<Method> methods{};
  std::vector<Bar> bars{};  // each over two or more methods
};

RankDiagram DiagramOf(const RankComparison& over);

/// The diagram as a standalone SVG image without a final line end: a few kB, no script, only the
/// reader's fonts. Labels do not overlap, whatever the ranks.
std::string SvgOf(const RankDiagram& diagram);

/// The diagram for pgfplots, ready for \input: a tikzpicture with one axis.
std::string PgfplotsOf(const RankDiagram& diagram);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_RANK_DIAGRAM_H_
