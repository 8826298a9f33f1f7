#include "experiments/report/compare/comparison_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/store/csv.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

std::string Number(const char* format, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

// Three digits; what is smaller than any level is told so.
std::string PText(double p) { return p < 1e-4 ? "<0.0001" : Number("%.3g", p); }

std::string PEquals(double p) { return p < 1e-4 ? "p < 0.0001" : "p = " + Number("%.3g", p); }

// A statistic, which may be infinite.
std::string StatisticText(double value) {
  const std::string size = std::isinf(value) ? "∞" : Number("%.2f", std::abs(value));
  return value < 0 && size != "0.00" ? "−" + size : size;
}

std::string Freedom(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " degree of freedom" : " degrees of freedom");
}

std::string Count(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string Better(const std::string& metric) {
  return IsHigherBetter(metric) ? "higher is better" : "lower is better";
}

std::string_view VerdictOf(const MethodPair& pair) {
  if (!pair.test) return "not tested";
  return pair.differs ? "differs" : "no difference shown";
}

/// The tables and sentences on one data set.
class OnDataset {
 public:
  OnDataset(const Comparison& comparison, Document& document)
      : alpha_(comparison.alpha),
        metric_(*FindMetric(comparison.metric)),
        on_(*comparison.on_dataset),
        unit_(on_.of_point_sets ? "point set" : "repetition"),
        document_(document) {}

  void Write() {
    document_.title = "Which methods differ: " + TitleWithUnit(metric_) + " on " + on_.dataset;
    document_.caption.push_back(Count(on_.methods.size(), "method") + " on " + on_.dataset + ", " +
                                Better(std::string(metric_.name)) + ". " + TestText());
    document_.caption.push_back(
        "p is for the pair alone, Holm's p is adjusted for all " + Count(on_.pairs.size(), "pair") +
        "; a pair differs where Holm's p is at most " + FormatNumber(alpha_) + ". Otherwise the " +
        unit_ + "s show no difference, which does not prove that there is none.");
    document_.tables = {MethodTable(), PairTable()};
  }

 private:
  std::string TestText() const {
    switch (on_.redrawn) {
      case Redrawn::kSplit:
        return CorrectedText();
      case Redrawn::kRows:
        return "Each " + unit_ +
               " draws rows and maps anew: the plain paired test, with s²/n as the variance of the "
               "mean difference, is about such draws from this data set.";
      case Redrawn::kSets:
        return "Each " + unit_ +
               " generates its rows anew and shares none with another: the plain paired test, "
               "with s²/n as the variance of the mean difference.";
      case Redrawn::kNothing:
        break;
    }
    return "All repetitions have the same training and test rows: the plain paired test, with s²/n "
           "as the variance of the mean difference, is about the draws of maps and learners alone, "
           "not about other rows.";
  }

  std::string CorrectedText() const {
    std::string text =
        "Each repetition splits the same rows anew: the test of Nadeau and Bengio (2003) for "
        "resampled splits takes (1/n + n_test/n_train) s² as the variance of the mean difference";
    double least = 1e300, most = 0;
    for (const MethodPair& pair : on_.pairs) {
      if (!pair.test) continue;
      least = std::min(least, pair.test_train_ratio);
      most = std::max(most, pair.test_train_ratio);
    }
    if (most == 0) return text + ".";
    text += ", with n_test/n_train = " + Number("%.3g", least);
    return text + (most - least > 1e-3 * most ? " to " + Number("%.3g", most) : "") + ".";
  }

  Table MethodTable() const {
    Table table{"Methods, the best first",
                {{"", "method", true}, {"", TitleWithUnit(metric_)}, {"", unit_ + "s"}}};
    for (std::size_t i = 0; i < on_.methods.size(); ++i) {
      table.rows.push_back({"",
                            {on_.methods[i], MeasuredText(metric_.kind, on_.measured[i]),
                             std::to_string(on_.measured[i].n)}});
    }
    return table;
  }

  Table PairTable() const {
    Table table{"Pairs of methods",
                {{"", "A", true},
                 {"", "B", true},
                 {"", "A − B"},
                 {"", "standard error"},
                 {"", "t"},
                 {"", "p"},
                 {"", "Holm's p"},
                 {"", "n"},
                 {"", "verdict", true}}};
    for (const MethodPair& pair : on_.pairs) {
      Texts cells = {on_.methods[pair.a], on_.methods[pair.b],
                     pair.n > 0 ? DifferenceText(metric_.kind, pair.mean_a - pair.mean_b) : "–"};
      if (pair.test) {
        const PairedTest& test = *pair.test;
        for (const std::string& text :
             {PlusMinusText(metric_.kind, test.standard_error), StatisticText(test.t),
              PText(test.p), PText(pair.adjusted_p)})
          cells.push_back(text);
      } else {
        cells.insert(cells.end(), 4, "–");
      }
      cells.push_back(std::to_string(pair.n));
      cells.emplace_back(VerdictOf(pair));
      table.rows.push_back({"", std::move(cells)});
    }
    return table;
  }

  const double alpha_;
  const Metric& metric_;
  const DatasetComparison& on_;
  const std::string unit_;
  Document& document_;
};

/// The table and sentences over several data sets.
class OverDatasets {
 public:
  OverDatasets(const Comparison& comparison, Document& document)
      : alpha_(comparison.alpha),
        metric_(*FindMetric(comparison.metric)),
        over_(*comparison.over_datasets),
        document_(document) {}

  void Write() {
    const std::size_t n = over_.datasets.size();
    document_.title =
        "Which methods differ: " + TitleWithUnit(metric_) + " over " + Count(n, "data set");
    document_.caption.push_back(
        Count(over_.methods.size(), "method") + " on " + Count(n, "data set") +
        ". A data set is one observation: each method's mean over its repetitions there, ranked "
        "from 1, the best (" +
        Better(std::string(metric_.name)) + "); ties share the mean of their ranks.");
    document_.caption.push_back(FriedmanText());
    if (over_.is_rough) document_.caption.push_back(RoughText());
    document_.caption.push_back(NemenyiText());
    document_.caption.push_back(GroupText());
    document_.tables = {RankTable()};
  }

 private:
  std::string FriedmanText() const {
    const std::size_t k = over_.methods.size(), n = over_.datasets.size();
    const FriedmanTest& test = over_.friedman;
    std::string text = "Friedman's test: chi² = " + Number("%.2f", test.chi_squared) + " on " +
                       Freedom(k - 1) + ", " + PEquals(test.chi_squared_p);
    if (over_.tied.chi_squared > test.chi_squared * (1 + 1e-9)) {
      text += " (corrected for ties, as scipy and R print it, " +
              Number("%.2f", over_.tied.chi_squared) + ", " + PEquals(over_.tied.p) + ")";
    }
    return text + "; Iman and Davenport's F = " + StatisticText(test.f) + " on " +
           std::to_string(k - 1) + " and " + std::to_string((k - 1) * (n - 1)) + ", " +
           PEquals(test.f_p) + ".";
  }

  std::string RoughText() const {
    std::string text =
        "With fewer than 10 data sets or 5 methods the distributions of chi² and F are "
        "approximations";
    if (!over_.permutations) return text + ".";
    return text + ": over " + (over_.permutations->is_exact ? "all" : "99,999 drawn") +
           " orders of the ranks within the data sets " + PEquals(over_.permutations->p) +
           ", which decides.";
  }

  std::string NemenyiText() const {
    const std::string level = FormatNumber(alpha_);
    const std::string critical = Number("%.2f", over_.critical_difference);
    if (over_.is_rejected) {
      return "The deciding p is at most " + level +
             ": some methods differ. Two methods differ if their mean ranks are at least Nemenyi's "
             "critical difference apart, " +
             critical + ".";
    }
    return "The deciding p is above " + level +
           ": no difference is shown, and no pair is tested (Nemenyi's critical difference of two "
           "mean ranks would be " +
           critical + ").";
  }

  std::string GroupText() const {
    Texts groups;
    for (const RankGroup& group : over_.groups) {
      Texts names(over_.methods.begin() + static_cast<std::ptrdiff_t>(group.first),
                  over_.methods.begin() + static_cast<std::ptrdiff_t>(group.last) + 1);
      if (names.size() > 1) groups.push_back(Join(names, ", "));
    }
    if (groups.empty()) return "Every two methods differ.";
    const char* which = over_.is_rejected && over_.groups.size() == 1
                            ? "No two are that far apart, so the test does not show which differ. "
                            : "";
    return which + std::string("Not shown to differ from each other: ") + Join(groups, "; ") + ".";
  }

  // The numbers of the groups that hold a method.
  std::string GroupsOf(std::size_t method) const {
    Texts numbers;
    for (std::size_t i = 0; i < over_.groups.size(); ++i) {
      const RankGroup& group = over_.groups[i];
      if (group.first <= method && method <= group.last) numbers.push_back(std::to_string(i + 1));
    }
    return Join(numbers, " ");
  }

  Table RankTable() const {
    Table table{"Results and, in parentheses, ranks; methods of one group are not shown to differ",
                {{"", "method", true}}};
    table.num_names = 1;
    for (const std::string& dataset : over_.datasets) table.columns.push_back({"", dataset});
    table.columns.push_back({"", "mean rank"});
    table.columns.push_back({"", "group"});
    for (std::size_t j = 0; j < over_.methods.size(); ++j) {
      Texts cells = {over_.methods[j]};
      for (std::size_t i = 0; i < over_.datasets.size(); ++i) {
        cells.push_back(MeanText(metric_.kind, {1, over_.values[i][j]}) + " (" +
                        FormatNumber(over_.ranks[i][j]) + ")");
      }
      cells.push_back(Number("%.3f", over_.mean_ranks[j]));
      cells.push_back(GroupsOf(j));
      table.rows.push_back({"", std::move(cells)});
    }
    return table;
  }

  const double alpha_;
  const Metric& metric_;
  const RankComparison& over_;
  Document& document_;
};

std::string PairLine(const Comparison& comparison, const MethodPair& pair) {
  const DatasetComparison& on = *comparison.on_dataset;
  Texts fields = {"",
                  on.dataset,
                  comparison.metric,
                  on.methods[pair.a],
                  on.methods[pair.b],
                  std::to_string(pair.n)};
  const auto add = [&](bool is_there, double value) {
    fields.push_back(is_there ? FormatNumber(value) : "");
  };
  const bool tested = pair.test.has_value();
  const PairedTest test = pair.test.value_or(PairedTest());
  if (tested) fields[0] = on.redrawn == Redrawn::kSplit ? "corrected_t" : "t";
  add(pair.n > 0, pair.mean_a);
  add(pair.n > 0, pair.mean_b);
  add(pair.n > 0, pair.mean_a - pair.mean_b);
  add(tested, test.standard_error);
  add(tested && on.redrawn == Redrawn::kSplit, pair.test_train_ratio);
  add(tested, test.t);
  add(tested, test.p);
  add(tested, pair.adjusted_p);
  fields.emplace_back();
  fields.emplace_back(VerdictOf(pair));
  return CsvLine(fields);
}

std::string RankLines(const Comparison& comparison) {
  const RankComparison& over = *comparison.over_datasets;
  const auto n = static_cast<std::int64_t>(over.datasets.size());
  const auto k = static_cast<std::int64_t>(over.methods.size());
  const auto line = [&](const char* test, std::optional<double> statistic, double p) {
    return CsvLine({test, "", comparison.metric, "", "", std::to_string(n), "", "", "", "", "",
                    statistic ? FormatNumber(*statistic) : "", FormatNumber(p), "", "", ""});
  };
  std::string out = line("friedman", over.friedman.chi_squared, over.friedman.chi_squared_p) +
                    line("friedman_ties", over.tied.chi_squared, over.tied.p) +
                    line("iman_davenport", over.friedman.f, over.friedman.f_p);
  if (over.permutations) out += line("permutations", std::nullopt, over.permutations->p);
  for (std::size_t a = 0; a < over.methods.size(); ++a) {
    for (std::size_t b = a + 1; b < over.methods.size(); ++b) {
      const double difference = over.mean_ranks[a] - over.mean_ranks[b];
      out +=
          CsvLine({"nemenyi", "", comparison.metric, over.methods[a], over.methods[b],
                   std::to_string(n), FormatNumber(over.mean_ranks[a]),
                   FormatNumber(over.mean_ranks[b]), FormatNumber(difference), "", "", "", "",
                   FormatNumber(NemenyiP(difference, k, n)), FormatNumber(over.critical_difference),
                   over.Differ(a, b) ? "differs" : "no difference shown"});
    }
  }
  return out;
}

}  // namespace

Document ComparisonDocument(const Comparison& comparison) {
  Document document;
  document.title = "Which methods differ: " + TitleWithUnit(*FindMetric(comparison.metric));
  if (comparison.on_dataset) OnDataset(comparison, document).Write();
  if (comparison.over_datasets) OverDatasets(comparison, document).Write();
  document.notes = comparison.notes;
  return document;
}

std::string ComparisonCsv(const Comparison& comparison) {
  std::string out = CsvLine({"test", "dataset", "metric", "a", "b", "n", "mean_a", "mean_b",
                             "difference", "stderr", "test_train_ratio", "statistic", "p",
                             "p_adjusted", "critical_difference", "verdict"});
  if (comparison.on_dataset) {
    for (const MethodPair& pair : comparison.on_dataset->pairs) out += PairLine(comparison, pair);
  }
  if (comparison.over_datasets) out += RankLines(comparison);
  return out;
}

}  // namespace mercer
