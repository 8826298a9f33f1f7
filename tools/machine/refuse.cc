#include "tools/machine/instructions.h"

// Compiled for the first x86-64, whatever the rest is compiled for (tools/machine/CMakeLists.txt).

#if defined(__x86_64__)
#include <unistd.h>
#endif

namespace mercer {
namespace {

/// Characters appended to a buffer as long as there is room.
struct Line {
  char* text;
  size_t size, length;

  void Add(const char* more) {
    while (*more != '\0' && length < size) text[length++] = *more++;
  }
};

}  // namespace

size_t RefusalLine(const char* const* names, const bool* required, const bool* present,
                   size_t count, char* text, size_t size) {
  Line line{text, size, 0};
  for (size_t i = 0; i < count; ++i) {
    if (!required[i] || present[i]) continue;
    line.Add(line.length == 0
                 ? "mercer: this program was compiled for instructions that this machine lacks: "
                 : ", ");
    line.Add(names[i]);
  }
  if (line.length > 0)
    line.Add("; build it on this machine, or for all machines with `cmake --preset portable`\n");
  return line.length;
}

#if defined(__x86_64__)
namespace {

#define MERCER_NAME(name, macro) name,
#define MERCER_IS_THERE(name, macro) __builtin_cpu_supports(name) != 0,

// The earliest that a program may ask for: the initialisers of all other sources are compiled for
// what may be missing.
__attribute__((constructor(101))) void RefuseOtherMachines() {
  __builtin_cpu_init();
  const char* const names[] = {MERCER_INSTRUCTIONS(MERCER_NAME)};
  const bool present[] = {MERCER_INSTRUCTIONS(MERCER_IS_THERE)};
  char text[1024];
  const size_t length = RefusalLine(names, kRequiredInstructions, present,
                                    sizeof(present) / sizeof(present[0]), text, sizeof(text));
  if (length == 0) return;
  // Nobody could be told of a line that cannot be written.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, length);
  _exit(2);
}

}  // namespace
#endif

}  // namespace mercer
