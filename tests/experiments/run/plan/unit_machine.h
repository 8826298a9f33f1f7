#ifndef MERCER_TESTS_EXPERIMENTS_RUN_PLAN_UNIT_MACHINE_H_
#define MERCER_TESTS_EXPERIMENTS_RUN_PLAN_UNIT_MACHINE_H_

#include <cmath>

#include "experiments/store/passport.h"

namespace mercer::testing {

/// A machine whose products, cosines and bytes all cost 1 ns, and a pass over a value 1 µs.
inline Passport UnitMachine() {
  Passport passport;
  passport.gemm_double_gflops = passport.gemm_float_gflops = passport.memory_gb_per_s = 1;
  passport.cos_million_per_s = 1000;
  passport.liblinear_fits_per_s = 1e6 / (2000 * 201 * 3 * std::sqrt(20.0));
  return passport;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_RUN_PLAN_UNIT_MACHINE_H_
