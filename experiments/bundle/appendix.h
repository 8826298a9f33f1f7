#ifndef MERCER_EXPERIMENTS_BUNDLE_APPENDIX_H_
#define MERCER_EXPERIMENTS_BUNDLE_APPENDIX_H_

#include <string>
#include <vector>

#include "experiments/store/store.h"

namespace mercer {

/// The text of an artifact appendix (Markdown) for the experiments whose results the folders hold:
/// hardware, software, data, how to run, expected time and expected variation, all taken from their
/// records and contexts.
std::string AppendixText(const std::vector<ResultFolder>& folders);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_BUNDLE_APPENDIX_H_
