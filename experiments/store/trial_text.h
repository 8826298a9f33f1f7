#ifndef MERCER_EXPERIMENTS_STORE_TRIAL_TEXT_H_
#define MERCER_EXPERIMENTS_STORE_TRIAL_TEXT_H_

#include <optional>
#include <string_view>

#include "experiments/store/files.h"

namespace mercer {

/// A trial's file as WriteTrialText writes it, read in one pass, some ten times as fast as a JSON
/// parser. Nothing where the text is damaged, and where it is sound but laid out in another way (an
/// earlier program's columns in another order, a trace, escapes that are not written):
/// ReadTrialText, which asks here first, tells these apart. Never throws. O(text).
std::optional<TrialFile> ReadWrittenTrialText(std::string_view text);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_TRIAL_TEXT_H_
