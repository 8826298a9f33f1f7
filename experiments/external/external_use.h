#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_USE_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_USE_H_

#include <sys/types.h>

#include <string>

namespace mercer {

// What this process lets external programs do, and what they have used: of the whole process, in
// which one trial runs at a time.

/// Programs are started from now on; else none is.
void AllowExternalPrograms();
bool ExternalProgramsAllowed();

/// The sentence for who has not been asked: `what` would start the commands.
std::string NotAllowedText(const std::string& what, const std::string& commands);

/// Threads that programs are told of from now on.
void SetExternalThreads(int threads);
int ExternalThreads();

/// Seconds and CPU seconds since this process began.
struct ExternalUse {
  double exchange_s = 0;  // in files, messages and programs that start: no part of any phase
  double told_s = 0;      // of work, by the programs' own clocks
  double cpu_s = 0;       // of the programs, those that still run among them
};
ExternalUse UsedByExternalPrograms();
void AddExternalUse(double exchange_s, double told_s);

/// A program that runs is counted by its own clock of CPU time, one that has ended by what it took
/// in all.
void ProgramStarted(pid_t pid);
void ProgramEnded(pid_t pid, double cpu_s);

/// What programs said is their version: "map NumPy 1.24.2; learner scikit-learn 1.2.1".
std::string ExternalVersions();
void NoteExternalVersion(const std::string& role, const std::string& version);
void ForgetExternalVersions();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_USE_H_
