#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_SHELL_WORD_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_SHELL_WORD_H_

#include <string>

namespace mercer {

/// The word as a shell reads it: in single quotes if it holds anything but letters, digits and
/// `_-+=,.:/@%`, or nothing. O(length).
std::string ShellWord(const std::string& word);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_SHELL_WORD_H_
