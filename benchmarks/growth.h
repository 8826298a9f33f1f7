#ifndef MERCER_BENCHMARKS_GROWTH_H_
#define MERCER_BENCHMARKS_GROWTH_H_

#include <functional>
#include <string>
#include <vector>

namespace mercer {

/// A power law seconds = c·x^b fitted to measured seconds by least squares of their logarithms.
struct PowerLaw {
  double exponent = 0;
  double standard_error = 0;  // of the exponent, from the scatter about the line
};

/// Needs at least three points, all positive.
PowerLaw FitPowerLaw(const std::vector<double>& x, const std::vector<double>& seconds);

/// CPU seconds of the fastest of several calls that together take 0.2 s or more.
double BestSeconds(const std::function<void()>& work);

/// How the cost of feature maps grows: transforms are timed over five values each of n, D, d and,
/// of sparse rows, their non-zeros, the other three fixed; prints a line for each with the
/// exponent, its standard error and the one expected. About a minute.
void PrintGrowth();

}  // namespace mercer

#endif  // MERCER_BENCHMARKS_GROWTH_H_
