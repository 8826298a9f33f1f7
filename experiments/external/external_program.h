#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PROGRAM_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PROGRAM_H_

#include <memory>
#include <string>

#include "core/base/stopwatch.h"
#include "core/kernels/kernel.h"
#include "experiments/external/child_process.h"
#include "experiments/external/exchange_files.h"
#include "experiments/json/parse_json.h"

namespace mercer {

/// The version of the protocol (docs/external.md).
inline constexpr int kExternalProtocol = 1;

/// A task of a program: what to do, what it says when it has done it.
struct ExternalTask {
  const char* name;    // "draw"
  const char* answer;  // "drawn"
  bool writes;         // a file, which "written" tells of
};
inline constexpr ExternalTask kDrawTask{"draw", "drawn", false};
inline constexpr ExternalTask kMapTask{"map", "mapped", true};
inline constexpr ExternalTask kFitTask{"fit", "fitted", false};
inline constexpr ExternalTask kPredictTask{"predict", "predicted", true};

/// A program that runs, and the files that are exchanged with it.
///
/// A task is a line of JSON, {"protocol":1,"do":"map",…}. The program answers with a line
/// {"ready":1}, the protocol that it speaks, once it has read its files, with
/// {"mapped":{"seconds":s}} once it has computed, and with {"written":true} once its file is there;
/// It goes on after either of the first two when it gets the line {"go":true}. Or it answers with
/// {"error":"a sentence"}. What Mercer's clock measures is the time from the
/// first line to the second, so that neither reading nor writing files counts.
class ExternalProgram {
 public:
  /// Starts it. Throws InvalidInput as ChildProcess does.
  explicit ExternalProgram(const ExternalCommand& command);

  const std::string& name() const { return process_.name(); }
  ExchangeFolder& files() { return files_; }

  /// Gives the task and returns what the answer holds; `request` has what the task needs beside
  /// "protocol", "do" and "threads". Throws InvalidInput, one sentence, where the program ends,
  /// refuses or answers anything else; it is of no use then.
  OrderedJson Ask(const ExternalTask& task, const OrderedJson& request);

  /// Whether the last answer was as it should be.
  bool is_sound() const { return is_sound_; }

 private:
  OrderedJson Answer(const ExternalTask& task, const std::string& expected);

  ChildProcess process_;
  ExchangeFolder files_;
  bool is_sound_ = true;
};

/// Counts the time of an exchange as no part of a phase: all from its making on, but what programs
/// computed in it.
class ExchangeTime {
 public:
  ExchangeTime();
  ~ExchangeTime();
  ExchangeTime(const ExchangeTime&) = delete;
  ExchangeTime& operator=(const ExchangeTime&) = delete;

 private:
  double computed_before_;
  Stopwatch wall_{};
};

/// Name and parameters of a kernel that the registry made: {"name":"gaussian","sigma":1}; of
/// another one what it says of itself, as its name.
OrderedJson KernelJson(const Kernel& kernel);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PROGRAM_H_
