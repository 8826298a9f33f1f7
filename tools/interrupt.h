#ifndef MERCER_TOOLS_INTERRUPT_H_
#define MERCER_TOOLS_INTERRUPT_H_

#include <functional>

namespace mercer {

/// From here on SIGINT and SIGTERM call `stop` on a thread of its own, give it at most a second and
/// a half, and end the process with 128 + the signal's number; the second one ends it at once.
/// Every record is whole or absent at any moment, so nothing has to be waited for, not even a
/// solver that cannot be interrupted. Call once, before anything long.
void StopOnSignals(std::function<void()> stop);

}  // namespace mercer

#endif  // MERCER_TOOLS_INTERRUPT_H_
