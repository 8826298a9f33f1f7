#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_PAPER_CLAIMS_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_PAPER_CLAIMS_H_

#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The cells that a test of a claim concerns. Each key (dataset, kernel, method, D) must have one
/// of the listed texts; a key that is not given matches any. A name without qualifier includes all
/// its qualified forms: "polynomial" also matches "polynomial(degree=3)".
class CellSelector {
 public:
  /// Throws InvalidInput for a key that cells do not have.
  void Restrict(const std::string& key, std::vector<std::string> values);
  /// The values listed for a key; empty if any value matches.
  const std::vector<std::string>& Values(const std::string& key) const;
  bool Takes(const CellKey& cell) const;

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

/// One test of a claim on the cells of one table. It compares the means of cells, their standard
/// deviations, or the numbers that the paper prints for them. `share` is the fraction of its cases
/// that must hold.
struct ClaimTest {
  enum class Statistic { kMean, kStd, kReported };
  enum class Kind {
    kLess,     // left < factor · right
    kGreater,  // left > factor · right
    kClose,    // |left − factor · right| ≤ tolerance · |factor · right|
    kOrder,    // each of `cells` < the next
    kSlope,    // least ≤ slope of log(value) over log(D) ≤ most, over at least three D
    kValue,    // least ≤ value ≤ most
  };
  Kind kind = Kind::kLess;
  std::string table;   // "figure2": that of the experiment "<citekey>/figure2"
  std::string metric;  // a metric of ReportMetrics()
  Statistic statistic = Statistic::kMean;
  CellSelector where{};               // condition on all its cells
  std::vector<CellSelector> cells{};  // left and right; or the cells in order; otherwise one
  double factor = 1, tolerance = 0, share = 1;
  std::string factor_metric{};  // "" or a metric whose value in the right cell multiplies factor
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// A claim of a paper that results can be tested against: it holds if all its tests do.
struct PaperClaim {
  std::string id, text, source;
  std::string quote;     // the paper's own words, found at `source`; "" for a sentence of ours
  bool is_ours = false;  // formulated by mercer, not by the authors
  std::string why;       // if no test is possible: what is missing; "" if there are tests
  std::vector<ClaimTest> tests{};
};

/// Reads configs/<citekey>/claims.json (docs/claims.md). Throws InvalidInput with all errors of the
/// file.
std::vector<PaperClaim> ReadPaperClaims(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_PAPER_CLAIMS_H_
