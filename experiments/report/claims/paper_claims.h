#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_PAPER_CLAIMS_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_PAPER_CLAIMS_H_

#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The cells that a test of a claim is about: each key (dataset, kernel, method, D) one of the
/// texts listed; a key that is not there is any. A name without qualifier means all its qualified
/// forms: "polynomial" is "polynomial(degree=3)" too.
class CellSelector {
 public:
  /// Throws InvalidInput for a key that no cell has.
  void Restrict(const std::string& key, std::vector<std::string> values);
  /// Those listed for a key; empty where any will do.
  const std::vector<std::string>& Values(const std::string& key) const;
  bool Takes(const CellKey& cell) const;

 private:
  std::map<std::string, std::vector<std::string>> values_;
};

/// One test of a claim on the cells of one table. Means of cells are compared, their standard
/// deviations, or the numbers that the paper prints for them; where a test names `share`, it must
/// be true of at least that share of its cases.
struct ClaimTest {
  enum class Statistic { kMean, kStd, kReported };
  enum class Kind {
    kLess,     // left < factor · right
    kGreater,  // left > factor · right
    kClose,    // |left − factor · right| ≤ tolerance · |factor · right|
    kOrder,    // each of `cells` < the next
    kSlope,    // least ≤ slope of log(value) over log(D) ≤ most, of three D at least
    kValue,    // least ≤ value ≤ most
  };
  Kind kind = Kind::kLess;
  std::string table;   // "figure2": of the experiment "<citekey>/figure2"
  std::string metric;  // of ReportMetrics()
  Statistic statistic = Statistic::kMean;
  CellSelector where{};               // holds of all its cells
  std::vector<CellSelector> cells{};  // left and right; the order; else one
  double factor = 1, tolerance = 0, share = 1;
  std::string factor_metric{};  // "" or the metric whose value in the right cell multiplies factor
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// What a paper says that results can be held against: true where all its tests are.
struct PaperClaim {
  std::string id, text, source;
  std::string quote;     // the paper's own words, found at `source`; "" of a sentence of ours
  bool is_ours = false;  // by mercer: no sentence of the authors
  std::string why;       // no test can tell: what is missing; "" where there are tests
  std::vector<ClaimTest> tests{};
};

/// Reads configs/<citekey>/claims.json (docs/claims.md). Throws InvalidInput with every fault of
/// the file.
std::vector<PaperClaim> ReadPaperClaims(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_PAPER_CLAIMS_H_
