#include "experiments/report/claims/paper_claims.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/json/json_object.h"
#include "experiments/report/cells/report_metrics.h"

namespace mercer {
namespace {

using Kind = ClaimTest::Kind;

const std::vector<std::string>& CellKeys() {
  static const std::vector<std::string> keys = {"dataset", "kernel", "method", "D"};
  return keys;
}

// The name itself, or that name with a qualifier behind it.
bool IsNamed(const std::string& label, const std::string& name) {
  return label == name || label.starts_with(name + "(") || label.starts_with(name + " [");
}

/// Reads one test; every fault has its JSON pointer.
class TestReader {
 public:
  TestReader(const OrderedJson& json, const std::string& pointer, Faults* faults)
      : object_(json, pointer, faults), faults_(faults) {}

  ClaimTest Read() {
    test_.table = object_.Text("in");
    test_.metric = object_.Text("metric");
    CheckMetric(test_.metric, &object_, "metric");
    ReadStatistic();
    test_.share = object_.OptionalNumber("share", 1, 0);
    if (test_.share <= 0 || test_.share > 1)
      object_.Fault("share", "expected a number above 0 and up to 1");
    if (const OrderedJson* where = object_.Object("where", false))
      test_.where = Selector(*where, object_.PointerTo("where"));
    ReadKind();
    object_.Finish();
    return test_;
  }

 private:
  static void CheckMetric(const std::string& name, JsonObject* object, const std::string& key) {
    if (name.empty() || FindMetric(name) != nullptr) return;
    std::vector<std::string> known;
    for (const Metric& metric : ReportMetrics()) known.emplace_back(metric.name);
    object->Fault(key, UnknownName("metric", name, known));
  }

  void ReadStatistic() {
    const std::string statistic = object_.OptionalText("statistic");
    if (statistic == "std") test_.statistic = ClaimTest::Statistic::kStd;
    if (statistic == "reported") test_.statistic = ClaimTest::Statistic::kReported;
    if (!statistic.empty() && statistic != "mean" && test_.statistic == ClaimTest::Statistic::kMean)
      object_.Fault("statistic", "expected 'mean', 'std' or 'reported', got " + Quoted(statistic));
  }

  void ReadKind() {
    const OrderedJson* compare = object_.Object("compare", false);
    const OrderedJson* order = object_.Array("order", false);
    const OrderedJson* slope = object_.Object("slope", false);
    const OrderedJson* value = object_.Object("value", false);
    const int kinds =
        (compare != nullptr) + (order != nullptr) + (slope != nullptr) + (value != nullptr);
    if (kinds != 1) {
      object_.Fault("compare", "expected one of compare, order, slope and value, got " +
                                   std::to_string(kinds));
    } else if (compare != nullptr) {
      ReadCompare(*compare);
    } else if (order != nullptr) {
      ReadOrder(*order);
    } else {
      test_.kind = slope != nullptr ? Kind::kSlope : Kind::kValue;
      ReadBounds(slope != nullptr ? *slope : *value, slope != nullptr ? "slope" : "value");
    }
  }

  void ReadCompare(const OrderedJson& json) {
    JsonObject compare(json, object_.PointerTo("compare"), faults_);
    for (const char* side : {"left", "right"}) AddCells(&compare, side);
    const std::string is = compare.Text("is");
    test_.kind = is == "greater" ? Kind::kGreater : is == "close" ? Kind::kClose : Kind::kLess;
    if (is != "less" && is != "greater" && is != "close" && !is.empty())
      compare.Fault("is", "expected 'less', 'greater' or 'close', got " + Quoted(is));
    test_.factor = compare.OptionalNumber("factor", 1, 0);
    if (test_.factor <= 0) compare.Fault("factor", "expected a number above 0");
    test_.factor_metric = compare.OptionalText("factor_metric");
    CheckMetric(test_.factor_metric, &compare, "factor_metric");
    test_.tolerance = compare.OptionalNumber("tolerance", 0, 0);
    if ((test_.kind == Kind::kClose) != (test_.tolerance > 0))
      compare.Fault("tolerance", "expected a number > 0 beside 'close', and none else");
    compare.Finish();
  }

  void ReadOrder(const OrderedJson& cells) {
    test_.kind = Kind::kOrder;
    if (cells.size() < 2) object_.Fault("order", "expected two selectors of cells or more");
    for (std::size_t i = 0; i < cells.size(); ++i)
      test_.cells.push_back(Selector(cells[i], Child(object_.PointerTo("order"), i)));
  }

  void ReadBounds(const OrderedJson& json, const std::string& key) {
    JsonObject bounds(json, object_.PointerTo(key), faults_);
    AddCells(&bounds, "of");
    constexpr double kAny = std::numeric_limits<double>::infinity();
    test_.least = bounds.OptionalNumber("least", -kAny, -kAny);
    test_.most = bounds.OptionalNumber("most", kAny, -kAny);
    if (test_.least == -kAny && test_.most == kAny)
      bounds.Fault("least", "expected least, most or both");
    if (test_.least > test_.most) bounds.Fault("least", "expected a number up to that of most");
    bounds.Finish();
  }

  void AddCells(JsonObject* object, const std::string& key) {
    const OrderedJson* json = object->Object(key, true);
    test_.cells.push_back(json == nullptr ? CellSelector()
                                          : Selector(*json, object->PointerTo(key)));
  }

  // A value or a list of values, as cells show them: a D of 100.0 would match none.
  static std::vector<std::string> CellTexts(const OrderedJson& value) {
    std::vector<std::string> texts;
    for (const OrderedJson& one : value.is_array() ? value : OrderedJson::array({value})) {
      if (!one.is_string() && !one.is_number_integer())
        throw InvalidInput("expected text or a whole number, got " + Show(one));
      texts.push_back(one.is_string() ? one.get<std::string>() : one.dump());
    }
    return texts;
  }

  CellSelector Selector(const OrderedJson& json, const std::string& pointer) {
    CellSelector selector;
    if (!json.is_object()) {
      faults_->Add(pointer, "expected an object of dataset, kernel, method, D, got " + Show(json));
      return selector;
    }
    for (const auto& [key, value] : json.items()) {
      try {
        selector.Restrict(key, CellTexts(value));
      } catch (const InvalidInput& fault) {
        faults_->Add(Child(pointer, key), fault.what());
      }
    }
    return selector;
  }

  JsonObject object_;
  Faults* faults_;
  ClaimTest test_;
};

PaperClaim ReadClaim(const OrderedJson& json, const std::string& pointer, Faults* faults) {
  JsonObject object(json, pointer, faults);
  PaperClaim claim;
  claim.id = object.Text("id");
  claim.text = object.Text("text");
  claim.source = object.Text("source");
  claim.quote = object.OptionalText("quote");
  const std::string by = object.OptionalText("by");
  claim.is_ours = by == "mercer";
  if (!by.empty() && !claim.is_ours)
    object.Fault("by",
                 "expected 'mercer', for a sentence that is not the authors', got " + Quoted(by));
  if (claim.is_ours != claim.quote.empty())
    object.Fault("quote",
                 "expected either quote, the paper's words, or by, for a sentence of ours");
  claim.why = object.OptionalText("why");
  if (const OrderedJson* tests = object.Array("tests", true)) {
    for (std::size_t i = 0; i < tests->size(); ++i)
      claim.tests.push_back(
          TestReader((*tests)[i], Child(object.PointerTo("tests"), i), faults).Read());
    if (claim.tests.empty() == claim.why.empty())
      object.Fault("tests", "expected tests, or else why there are none");
  }
  object.Finish();
  return claim;
}

}  // namespace

void CellSelector::Restrict(const std::string& key, std::vector<std::string> values) {
  const auto& known = CellKeys();
  if (std::find(known.begin(), known.end(), key) == known.end())
    throw InvalidInput(UnknownName("key of a cell", key, known));
  if (values.empty()) throw InvalidInput("expected a value or a list of values");
  values_[key] = std::move(values);
}

const std::vector<std::string>& CellSelector::Values(const std::string& key) const {
  static const std::vector<std::string> any;
  const auto it = values_.find(key);
  return it == values_.end() ? any : it->second;
}

bool CellSelector::Takes(const CellKey& cell) const {
  const auto takes = [this](const std::string& key, const std::string& label) {
    const auto& names = Values(key);
    return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
             return IsNamed(label, name);
           });
  };
  return takes("dataset", cell.dataset) && takes("kernel", cell.kernel) &&
         takes("method", cell.method) && takes("D", std::to_string(cell.num_random_features));
}

std::vector<PaperClaim> ReadPaperClaims(const std::filesystem::path& path) {
  Faults faults;
  const OrderedJson json = ReadJsonFile(path, faults);
  JsonObject file(json, "", &faults);
  std::vector<PaperClaim> claims;
  std::set<std::string> ids;
  if (const OrderedJson* list = file.Array("claims", true)) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string pointer = Child("/claims", i);
      claims.push_back(ReadClaim((*list)[i], pointer, &faults));
      if (!ids.insert(claims.back().id).second && !claims.back().id.empty())
        faults.Add(Child(pointer, "id"), Quoted(claims.back().id) + " again; expected another id");
    }
  }
  file.Finish();
  faults.ThrowIfAny(path);
  return claims;
}

}  // namespace mercer
