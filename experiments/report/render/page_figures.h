#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_FIGURES_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_FIGURES_H_

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The figures of a page for its script: name, metrics, axes, and the data sets, kernels and
/// methods of those that show only some.
nlohmann::ordered_json FiguresJson(const Summary& summary, const std::vector<FigureSpec>& specs);

/// For each horizontal axis that is a size of the data: the place of every data set on it, and the
/// panel that it shares with others.
nlohmann::ordered_json DataAxesJson(const Summary& summary, const std::vector<FigureSpec>& specs);

/// For each horizontal axis that is a parameter of the methods: where cells stand on it, and the
/// name of the curve that they are part of.
class PlacesOnParameters {
 public:
  PlacesOnParameters(const Summary& summary, const std::vector<FigureSpec>& specs);

  /// {"map.iterations": {"place": 5, "curve": "quasi_fourier"}}; empty for a cell without the
  /// parameters.
  nlohmann::ordered_json Of(const CellKey& cell) const;

 private:
  std::map<CellKey, nlohmann::ordered_json> places_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_PAGE_FIGURES_H_
