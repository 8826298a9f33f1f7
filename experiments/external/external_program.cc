#include "experiments/external/external_program.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/external/external_use.h"

namespace mercer {
namespace {

// What programs computed for this thread, by our clock.
thread_local double computed_s = 0;

constexpr const char* kGo = "{\"go\":true}";

}  // namespace

ExternalProgram::ExternalProgram(const ExternalCommand& command)
    : process_(command, ExternalThreads()) {}

OrderedJson ExternalProgram::Answer(const ExternalTask& task, const std::string& expected) {
  const std::string line = process_.Receive();
  const std::optional<OrderedJson> answer = ParseJson(line);
  if (answer) {
    if (const OrderedJson* error = Member(*answer, "error")) {
      throw InvalidInput(name() + " refuses to " + task.name + ": " +
                         Cut(error->is_string() ? error->get<std::string>() : Show(*error), 500));
    }
    if (const OrderedJson* value = Member(*answer, expected)) return *value;
  }
  throw InvalidInput(name() + " answers the task " + task.name + " with " + Quoted(line) +
                     "; expected a line of JSON with the key " + expected);
}

OrderedJson ExternalProgram::Ask(const ExternalTask& task, const OrderedJson& request) {
  is_sound_ = false;
  OrderedJson line = {
      {"protocol", kExternalProtocol}, {"do", task.name}, {"threads", ExternalThreads()}};
  line.update(request);
  process_.Send(line.dump(-1, ' ', true, OrderedJson::error_handler_t::replace));
  const OrderedJson ready = Answer(task, "ready");
  if (ready != kExternalProtocol) {
    throw InvalidInput(name() + " speaks protocol " + Show(ready) + "; expected " +
                       std::to_string(kExternalProtocol));
  }
  // The program waits for the line before it computes, and before it writes: else it may have done
  // either by the time that this process is woken, on the one core of a trial.
  const Stopwatch watch;
  process_.Send(kGo);
  OrderedJson done = Answer(task, task.answer);
  const double measured = watch.Seconds();
  const OrderedJson* told = Member(done, "seconds");
  if (told == nullptr || !told->is_number() || !(told->get<double>() >= 0)) {
    throw InvalidInput(name() + " says " + Show(done) + " of the task " + task.name +
                       "; expected seconds, a number >= 0 by its own clock");
  }
  computed_s += measured;
  AddExternalUse(0, told->get<double>());
  if (task.writes) {
    process_.Send(kGo);
    Answer(task, "written");
  }
  is_sound_ = true;
  return done;
}

ExchangeTime::ExchangeTime() : computed_before_(computed_s) {}

ExchangeTime::~ExchangeTime() {
  const double computed = computed_s - computed_before_;
  AddExternalUse(std::max(0.0, wall_.Seconds() - computed), 0);
}

OrderedJson KernelJson(const Kernel& kernel) {
  if (kernel.made_from().empty()) return {{"name", kernel.Describe()}};
  return FromParams(kernel.made_from());
}

}  // namespace mercer
