#ifndef MERCER_BENCHMARKS_PAIRS_H_
#define MERCER_BENCHMARKS_PAIRS_H_

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/data/formats/libsvm_reader.h"

namespace mercer {

struct Seconds {
  double wall = 0, cpu = 0;  // of the whole process
};

template <class Body>
Seconds Time(const Body& body) {
  const double cpu = ProcessCpuSeconds();
  const Stopwatch watch;
  body();
  const double wall = watch.Seconds();
  return {wall, ProcessCpuSeconds() - cpu};
}

inline double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The seconds of both sides, round by round. Medians are of the rounds, ratios of the pairs of one
/// round.
struct Pairs {
  std::vector<double> ours, theirs, ratios, cpu_ratios;

  void Add(const Seconds& a, const Seconds& b) {
    ours.push_back(a.wall);
    theirs.push_back(b.wall);
    ratios.push_back(b.wall / a.wall);
    cpu_ratios.push_back(b.cpu / a.cpu);
  }

  /// One line of JSON. A floor of 0 is none.
  void Print(const std::string& data, const std::string& what, const std::string& peer,
             double floor) const {
    std::printf(
        "{\"data\": \"%s\", \"what\": \"%s\", \"peer\": \"%s\", \"ours_s\": %.4f, "
        "\"peer_s\": %.4f, \"ratio\": %.2f, \"cpu_ratio\": %.2f, \"floor\": %g}\n",
        data.c_str(), what.c_str(), peer.c_str(), Median(ours), Median(theirs), Median(ratios),
        Median(cpu_ratios), floor);
    std::fflush(stdout);
  }
};

/// The numbers of `count` rows spread over n.
inline std::vector<Index> SpreadRows(Index count, Index n) {
  std::vector<Index> numbers;
  for (Index i = 0; i < count; ++i) numbers.push_back(i * n / count);
  return numbers;
}

}  // namespace mercer

#endif  // MERCER_BENCHMARKS_PAIRS_H_
