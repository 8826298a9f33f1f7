#include <array>
#include <cstdio>
#include <iostream>
#include <string>

#include "experiments/run/machine/measure_passport.h"
#include "experiments/run/machine/system_facts.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace {

std::string Line(const char* what, double rate, double reference, const char* unit) {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), "%-28s %10.4g   (%g)  %s\n", what, rate, reference, unit);
  return text.data();
}

std::string AsText(const Passport& passport) {
  return "one thread; in parentheses the reference machine\n" +
         Line("matrix products, double", passport.gemm_double_gflops, kReferenceGemmDoubleGflops,
              "GFLOP/s") +
         Line("matrix products, float", passport.gemm_float_gflops, kReferenceGemmFloatGflops,
              "GFLOP/s") +
         Line("cosines", passport.cos_million_per_s, kReferenceCosMillionPerS, "million/s") +
         Line("memory", passport.memory_gb_per_s, kReferenceMemoryGbPerS, "GB/s") +
         Line("LIBLINEAR, fixed rows", passport.liblinear_fits_per_s, kReferenceLiblinearFitsPerS,
              "fits/s") +
         "measured " + passport.measured +
         (passport.quiet ? "" : "; other processes used the core meanwhile") + "\n";
}

}  // namespace

int PassportCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("passport", arguments);
  UseOneBlasThread();
  const Passport passport = MachinePassport(line.Flag("again"));
  std::cout << (line.Flag("json") ? PassportToJson(passport) : AsText(passport));
  return 0;
}

}  // namespace mercer
