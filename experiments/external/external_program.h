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

/// A task for a program, and the answer it gives when it has finished.
struct ExternalTask {
  const char* name;    // "draw"
  const char* answer;  // "drawn"
  bool writes;         // it writes a file, announced by "written"
};
inline constexpr ExternalTask kDrawTask{"draw", "drawn", false};
inline constexpr ExternalTask kMapTask{"map", "mapped", true};
inline constexpr ExternalTask kFitTask{"fit", "fitted", false};
inline constexpr ExternalTask kPredictTask{"predict", "predicted", true};

/// A running program, and the files that are exchanged with it.
///
/// A task is a line of JSON, {"protocol":1,"do":"map",…}. The program answers with the line
/// {"ready":1}, giving its protocol version, once it has read its files; with
/// {"mapped":{"seconds":s}} once it has computed; and with {"written":true} once its file exists.
/// After each of the first two it waits for the line {"go":true}. Instead of any of these it may
/// answer {"error":"a sentence"}. Mercer's clock measures the time from the first answer to the
/// second, so that neither reading nor writing files counts.
class ExternalProgram {
 public:
  /// Starts the program. Throws InvalidInput as ChildProcess does.
  explicit ExternalProgram(const ExternalCommand& command);

  const std::string& name() const { return process_.name(); }
  ExchangeFolder& files() { return files_; }

  /// Sends the task and returns the contents of the answer. `request` holds what the task needs in
  /// addition to "protocol", "do" and "threads". Throws InvalidInput with one sentence if the
  /// program ends, refuses or gives any other answer; it cannot be used after that.
  OrderedJson Ask(const ExternalTask& task, const OrderedJson& request);

  /// Whether the last answer was valid.
  bool is_sound() const { return is_sound_; }

 private:
  OrderedJson Answer(const ExternalTask& task, const std::string& expected);

  ChildProcess process_;
  ExchangeFolder files_;
  bool is_sound_ = true;
};

/// Excludes the time of an exchange from the phases: all time during its lifetime, except what
/// programs spent computing.
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

/// Name and parameters of a kernel made by the registry: {"name":"gaussian","sigma":1}; for other
/// kernels their description as the name.
OrderedJson KernelJson(const Kernel& kernel);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXTERNAL_PROGRAM_H_
