#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_THUMBNAIL_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_THUMBNAIL_H_

#include <optional>
#include <string>

#include "experiments/report/plot/panels.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// A panel in little, and what it shows: "accuracy %, nursery".
struct Thumbnail {
  std::string svg, text;
};

/// The panel as an inline SVG without words: ours as lines, the paper's dashed, theory thin. A
/// method's curves have the class "c0" to "c7" by its place among the methods of the summary, whose
/// colours are those of the style sheet (--c0 …) and of the page's figures. O(points).
std::string ThumbnailSvg(const Panel& panel, const Summary& summary);

/// Of the first of the figures that the results show (ShownFigures): its first panel that has the
/// paper's numbers, else its first. None where the results are no sweep.
std::optional<Thumbnail> ThumbnailOf(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_THUMBNAIL_H_
