#include "experiments/train/train_report.h"

#include <cstdio>

#include "core/base/text.h"
#include "experiments/json/json_values.h"

namespace mercer {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string Line(const std::string& name, const std::string& value) {
  char padded[24];
  std::snprintf(padded, sizeof padded, "%-15s", name.c_str());
  return padded + value + "\n";
}

std::string Rounded(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string ScoreLine(const std::string& name, const PredictionScore& score, bool classes) {
  return Line(name, classes ? "accuracy " + Rounded(100 * score.accuracy, 2) + " %"
                            : "rmse " + FormatNumber(score.rmse)) +
         (name == "test" ? Line("test rows", std::to_string(score.rows)) : "");
}

bool PredictsClasses(const TrainOutcome& outcome) { return outcome.classes > 0; }

OrderedJson ScoreJson(const PredictionScore& score) {
  return {{"rows", score.rows}, {"accuracy", score.accuracy}, {"rmse", score.rmse}};
}

}  // namespace

std::string TrainText(const TrainOutcome& outcome) {
  const DistributedReport& report = outcome.report;
  std::string text = Line("rows", std::to_string(outcome.summary.rows)) +
                     Line("columns", std::to_string(outcome.summary.input_dim)) +
                     Line("classes", std::to_string(outcome.classes)) +
                     Line("features", std::to_string(outcome.features)) +
                     Line("objective", FormatNumber(report.objective));
  if (report.dual_objective) text += Line("dual objective", FormatNumber(*report.dual_objective));
  text += Line("iterations", std::to_string(report.iterations)) +
          Line("passes", std::to_string(report.passes)) +
          Line("scan", Rounded(outcome.scan_seconds, 3) + " s") +
          Line("fit", Rounded(outcome.fit_seconds, 3) + " s");
  if (outcome.train) text += ScoreLine("train", *outcome.train, PredictsClasses(outcome));
  if (outcome.test) text += ScoreLine("test", *outcome.test, PredictsClasses(outcome));
  if (outcome.gram) text += Line("gram error", FormatNumber(outcome.gram->relative_frobenius));
  for (std::size_t rank = 0; rank < outcome.ranks.size(); ++rank) {
    const RankCost& cost = outcome.ranks[rank];
    text += Line("rank " + std::to_string(rank),
                 Rounded(cost.rows, 0) + " rows, " + Rounded(cost.bytes_sent, 0) + " bytes sent, " +
                     Rounded(cost.feature_seconds, 3) + " s in features, " +
                     Rounded(cost.sum_seconds, 3) + " s in sums, peak " +
                     Rounded(cost.peak_mib, 1) + " MiB");
  }
  return text;
}

std::string TrainJson(const TrainRequest& request, const TrainOutcome& outcome) {
  const DistributedReport& report = outcome.report;
  OrderedJson json = {{"kernel", request.kernel.Canonical()},
                      {"map", request.map.Canonical()},
                      {"learner", request.learner.Canonical()},
                      {"D", request.num_random_features},
                      {"seed", request.seed},
                      {"rows", outcome.summary.rows},
                      {"columns", outcome.summary.input_dim},
                      {"classes", outcome.classes},
                      {"features", outcome.features},
                      {"objective", report.objective}};
  if (report.dual_objective) json["dual_objective"] = *report.dual_objective;
  json["iterations"] = report.iterations;
  json["passes"] = report.passes;
  json["scan_seconds"] = outcome.scan_seconds;
  json["fit_seconds"] = outcome.fit_seconds;
  if (outcome.train) json["train"] = ScoreJson(*outcome.train);
  if (outcome.test) json["test"] = ScoreJson(*outcome.test);
  if (outcome.gram) {
    json["gram_error"] = {{"pairs", outcome.gram->pairs},
                          {"relative_frobenius", outcome.gram->relative_frobenius},
                          {"mean_absolute", outcome.gram->mean_absolute},
                          {"max_absolute", outcome.gram->max_absolute}};
  }
  json["ranks"] = OrderedJson::array();
  for (const RankCost& cost : outcome.ranks) {
    json["ranks"].push_back({{"rows", cost.rows},
                             {"bytes_sent", cost.bytes_sent},
                             {"feature_seconds", cost.feature_seconds},
                             {"sum_seconds", cost.sum_seconds},
                             {"cpu_seconds", cost.cpu_seconds},
                             {"peak_mib", cost.peak_mib}});
  }
  json["warnings"] = report.warnings;
  return json.dump(2) + "\n";
}

}  // namespace mercer
