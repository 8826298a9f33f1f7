#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_USE_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_USE_H_

#include <sys/types.h>

#include <string>

namespace mercer {

// What external programs this process may start, and what they have used. The state belongs to the
// whole process, in which one trial runs at a time.

/// Allows programs to be started from now on; by default none may be.
void AllowExternalPrograms();
bool ExternalProgramsAllowed();

/// The message for a user who has not given permission: `what` would start the commands.
std::string NotAllowedText(const std::string& what, const std::string& commands);

/// The number of threads that programs are told to use from now on.
void SetExternalThreads(int threads);
int ExternalThreads();

/// Seconds and CPU seconds since this process began.
struct ExternalUse {
  double exchange_s = 0;  // for files, messages and starting programs; belongs to no phase
  double told_s = 0;      // of work, by the programs' own clocks
  double cpu_s = 0;       // of the programs, including those still running
};
ExternalUse UsedByExternalPrograms();
void AddExternalUse(double exchange_s, double told_s);

/// A running program is counted by its CPU clock, one that has ended by its total CPU time.
void ProgramStarted(pid_t pid);
void ProgramEnded(pid_t pid, double cpu_s);

/// What a record's message has before the versions.
inline constexpr const char* kExternalVersions = "external programs: ";

/// The versions reported by programs: "map NumPy 1.24.2; learner scikit-learn 1.2.1".
std::string ExternalVersions();
void NoteExternalVersion(const std::string& role, const std::string& version);
void ForgetExternalVersions();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_USE_H_
