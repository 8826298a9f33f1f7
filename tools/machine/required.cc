#include "tools/machine/instructions.h"

// Compiled as the rest of the program is, so that its macros are those of the rest; it holds a
// table and no instruction.

#if defined(__x86_64__)
namespace mercer {

// A macro that is set has the value 1, and one that is not remains its name.
#define MERCER_TEXT(value) #value
#define MERCER_IS_SET(name, macro) MERCER_TEXT(macro)[0] == '1',
constexpr bool kRequiredInstructions[] = {MERCER_INSTRUCTIONS(MERCER_IS_SET)};

}  // namespace mercer
#endif
