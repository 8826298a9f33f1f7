#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_DRAWN_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_DRAWN_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/provenance.h"

namespace mercer {

/// Whether nothing that a cell's number depends on is drawn, so that whoever does the same gets the
/// same number: a data set that is no generated one; rows that no row step draws, even where all
/// repetitions share them; labels that are not halved at random; no split, the official one or
/// given rows; Gram errors and bandwidths of all rows; no values tuned on drawn rows; no map, or
/// one whose traits with the recorded parameters say so; a learner with one optimum. What the
/// records and the config do not tell counts as drawn. Where several values are there they must be
/// equal (up to 1e-9 of them), which catches what the rest misses.
bool IsDeterministic(const CellTrials& cell, std::string_view metric, const Provenance& provenance,
                     const std::vector<double>& values);

/// Whether every repetition gives the same number and none of them draws what could change it: a
/// map, a learner and data that are not drawn anew, and equal values (up to 1e-9 of them). Rows
/// that were drawn once for all repetitions do not count. Such a number has no spread.
bool IsSameInEveryRepetition(const CellTrials& cell, const Provenance& provenance,
                             const std::vector<double>& values);

/// What differs between the repetitions of a cell, in words for a caption: "split", "label halves",
/// "generated rows", "draw of the map", "tuned values". In this order; empty where nothing does.
std::vector<std::string> DrawnOf(const CellTrials& cell, const Provenance& provenance);

/// Whether the rows or pairs of a cell's Gram errors may be others in each trial: what of the above
/// concerns the data set, its split, its row steps and the rows of `gram`. Unknown counts as drawn.
bool AreGramRowsDrawn(const CellTrials& cell, const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_DRAWN_H_
