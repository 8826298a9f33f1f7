#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_THUMBNAIL_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_THUMBNAIL_H_

#include <optional>
#include <string>

#include "experiments/report/plot/figure.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// A small version of a panel, and a description: "accuracy %, nursery".
struct Thumbnail {
  std::string svg, text;
};

/// The panel as an inline SVG without text: our values as lines, the paper's dashed, theory thin.
/// The curves of a method have the class "c0" to "c7", by its position among the methods of the
/// summary; the style sheet (--c0 …) gives these the same colours as in the page's figures.
/// O(points).
std::string ThumbnailSvg(const Panel& panel, const Summary& summary);

/// The thumbnail of the first figure that the results show (ShownFigures): its first panel with
/// numbers of the paper, otherwise its first panel. nullopt if the results are not a sweep.
std::optional<Thumbnail> ThumbnailOf(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_THUMBNAIL_H_
