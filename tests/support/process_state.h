#ifndef MERCER_TESTS_SUPPORT_PROCESS_STATE_H_
#define MERCER_TESTS_SUPPORT_PROCESS_STATE_H_

#include <fstream>
#include <string>

namespace mercer::testing {

/// The state of /proc/ENTRY, a process or one of its threads: "R" runs, "S" sleeps, "T" is stopped,
/// "Z" waits to be buried; empty where there is none.
inline std::string ProcessState(const std::string& entry) {
  std::ifstream in("/proc/" + entry + "/stat");
  std::string line;
  std::getline(in, line);
  // Behind the name in parentheses, which may hold any character.
  const std::size_t name_end = line.rfind(") ");
  return name_end == line.npos ? "" : line.substr(name_end + 2, 1);
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_SUPPORT_PROCESS_STATE_H_
