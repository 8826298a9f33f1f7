#ifndef MERCER_TOOLS_MACHINE_INSTRUCTIONS_H_
#define MERCER_TOOLS_MACHINE_INSTRUCTIONS_H_

#include <stddef.h>

// Included by a source that runs before anything else of the program and is compiled for machines
// that the rest of the program does not support. Neither this file nor that source may use the
// standard library: the linker could take its inline functions from sources that are compiled for
// newer machines.

// The instruction sets that compilers use on their own beyond baseline x86-64: INSTRUCTION(name
// known to __builtin_cpu_supports, macro that says whether the code is compiled for it). Clang 14
// knows fewer names; a machine that supports the others supports those too.
#ifdef __clang__
#define MERCER_INSTRUCTIONS_OF_GCC(INSTRUCTION)
#else
#define MERCER_INSTRUCTIONS_OF_GCC(INSTRUCTION) \
  INSTRUCTION("lzcnt", __LZCNT__)               \
  INSTRUCTION("movbe", __MOVBE__)               \
  INSTRUCTION("f16c", __F16C__)                 \
  INSTRUCTION("tbm", __TBM__)                   \
  INSTRUCTION("avxvnni", __AVXVNNI__)
#endif
#define MERCER_INSTRUCTIONS(INSTRUCTION)        \
  INSTRUCTION("sse3", __SSE3__)                 \
  INSTRUCTION("ssse3", __SSSE3__)               \
  INSTRUCTION("sse4.1", __SSE4_1__)             \
  INSTRUCTION("sse4.2", __SSE4_2__)             \
  INSTRUCTION("popcnt", __POPCNT__)             \
  INSTRUCTION("avx", __AVX__)                   \
  INSTRUCTION("avx2", __AVX2__)                 \
  INSTRUCTION("fma", __FMA__)                   \
  INSTRUCTION("bmi", __BMI__)                   \
  INSTRUCTION("bmi2", __BMI2__)                 \
  MERCER_INSTRUCTIONS_OF_GCC(INSTRUCTION)       \
  INSTRUCTION("fma4", __FMA4__)                 \
  INSTRUCTION("xop", __XOP__)                   \
  INSTRUCTION("gfni", __GFNI__)                 \
  INSTRUCTION("avx512f", __AVX512F__)           \
  INSTRUCTION("avx512cd", __AVX512CD__)         \
  INSTRUCTION("avx512vl", __AVX512VL__)         \
  INSTRUCTION("avx512bw", __AVX512BW__)         \
  INSTRUCTION("avx512dq", __AVX512DQ__)         \
  INSTRUCTION("avx512ifma", __AVX512IFMA__)     \
  INSTRUCTION("avx512vbmi", __AVX512VBMI__)     \
  INSTRUCTION("avx512vbmi2", __AVX512VBMI2__)   \
  INSTRUCTION("avx512vnni", __AVX512VNNI__)     \
  INSTRUCTION("avx512bitalg", __AVX512BITALG__) \
  INSTRUCTION("avx512vpopcntdq", __AVX512VPOPCNTDQ__)

namespace mercer {

/// Whether the program is compiled for each of MERCER_INSTRUCTIONS, in their order.
extern const bool kRequiredInstructions[];

/// Writes to `text`, of `size` bytes, the reason why a program that requires the instructions
/// `required` does not start on a machine that supports those in `present`: "mercer: …", one line
/// with a line feed at its end. `names` has the names of all `count` instructions. Returns its
/// length, without a terminating zero; 0 if nothing is missing.
size_t RefusalLine(const char* const* names, const bool* required, const bool* present,
                   size_t count, char* text, size_t size);

}  // namespace mercer

#endif  // MERCER_TOOLS_MACHINE_INSTRUCTIONS_H_
