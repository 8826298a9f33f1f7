#ifndef MERCER_TOOLS_INTERRUPT_H_
#define MERCER_TOOLS_INTERRUPT_H_

#include <functional>

namespace mercer {

/// After this call SIGINT and SIGTERM call `stop` on a thread of its own, wait for it at most a
/// second and a half, and end the process with exit code 128 + the signal's number. A second signal
/// ends it at once. Every record is either complete or absent at any moment, so that nothing needs
/// to be waited for, not even a solver that cannot be interrupted. Call it once, before any long
/// computation.
void StopOnSignals(std::function<void()> stop);

}  // namespace mercer

#endif  // MERCER_TOOLS_INTERRUPT_H_
