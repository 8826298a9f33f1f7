#ifndef MERCER_BENCHMARKS_GROWTH_H_
#define MERCER_BENCHMARKS_GROWTH_H_

namespace mercer {

/// How the cost of feature maps grows: transforms are timed over five values each of n, D, d and,
/// of sparse rows, their non-zeros, the other three fixed; prints a line for each with the
/// exponent, its standard error and the one expected. About a minute.
void PrintGrowth();

}  // namespace mercer

#endif  // MERCER_BENCHMARKS_GROWTH_H_
