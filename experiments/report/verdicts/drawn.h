#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_DRAWN_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_DRAWN_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/provenance.h"

namespace mercer {

/// Whether a cell's number depends on nothing random, so that anyone who repeats the procedure gets
/// the same number. This requires: a data set that is not generated; no row step that draws rows,
/// even if all repetitions share them; labels that are not halved at random; no split, the official
/// one or given rows; Gram errors and bandwidths from all rows; no values tuned on drawn rows; no
/// map, or one whose traits with the recorded parameters say it is deterministic; and a learner
/// with a unique optimum. What the records and the config do not say counts as drawn. If there are
/// several values they must be equal (up to a relative 1e-9), which detects what the other
/// conditions miss.
bool IsDeterministic(const CellTrials& cell, std::string_view metric, const Provenance& provenance,
                     const std::vector<double>& values);

/// Whether every repetition gives the same number and draws nothing that could change it: the map,
/// the learner and the data are not drawn anew, and the values are equal (up to a relative 1e-9).
/// Rows that were drawn once for all repetitions do not count. Such a number has no spread.
bool IsSameInEveryRepetition(const CellTrials& cell, const Provenance& provenance,
                             const std::vector<double>& values);

/// What differs between the repetitions of a cell, in words for a caption: "split", "label halves",
/// "generated rows", "draw of the map", "tuned values", in this order; empty if nothing differs.
std::vector<std::string> DrawnOf(const CellTrials& cell, const Provenance& provenance);

/// Whether the rows or pairs of a cell's Gram errors may differ between trials, because of the data
/// set, its split, its row steps or the rows of `gram`. Unknown counts as drawn.
bool AreGramRowsDrawn(const CellTrials& cell, const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_DRAWN_H_
