#include "core/kernels/itemset/itemset.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

using Itemset = std::vector<Index>;

const char* const kExpected =
    "; expected a list of different itemsets, each a list of different columns counted from 0";

std::string Place(std::size_t i) { return "kernel 'itemset': itemsets[" + std::to_string(i) + "]"; }

Itemset ReadItemset(std::size_t i, const ParamValue& value) {
  if (!value.is_list()) throw InvalidInput(Place(i) + " is " + value.Canonical() + kExpected);
  Itemset itemset;
  for (const ParamValue& column : value.AsList()) {
    if (!column.is_integer())
      throw InvalidInput(Place(i) + " holds " + column.Canonical() + kExpected);
    itemset.push_back(column.AsInteger());
  }
  return itemset;
}

// What two itemsets contribute together: the product over the columns of one of them only, and the
// squares of those of both.
struct Pair {
  Itemset both;
  double of_x = 0;
  double of_y = 0;
};

Pair MakePair(const Itemset& a, const Itemset& b, const Itemset& one_only, const Vector& x,
              const Vector& y) {
  Pair pair{{}, 1, 1};
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(pair.both));
  for (const Index j : one_only) pair.of_x *= x[j], pair.of_y *= y[j];
  for (const Index j : pair.both) pair.of_x *= x[j] * x[j], pair.of_y *= y[j] * y[j];
  return pair;
}

double GroupMoment(const std::vector<Pair>& group, double fourth_moment) {
  double sum_x = 0, sum_y = 0, sum = 0;
  for (const Pair& p : group) sum_x += p.of_x, sum_y += p.of_y;
  if (fourth_moment == 1) return sum_x * sum_y;
  for (const Pair& p : group) {
    for (const Pair& q : group) {
      Itemset all;
      std::set_intersection(p.both.begin(), p.both.end(), q.both.begin(), q.both.end(),
                            std::back_inserter(all));
      sum += p.of_x * q.of_y * std::pow(fourth_moment, static_cast<double>(all.size()));
    }
  }
  return sum;
}

}  // namespace

ListedItemsetKernel::ListedItemsetKernel(std::vector<std::vector<Index>> itemsets)
    : itemsets_(std::move(itemsets)) {
  if (itemsets_.empty())
    throw InvalidInput(std::string("kernel 'itemset': itemsets is empty") + kExpected);
  std::set<Itemset> seen;
  for (std::size_t i = 0; i < itemsets_.size(); ++i) {
    Itemset& itemset = itemsets_[i];
    std::sort(itemset.begin(), itemset.end());
    if (!itemset.empty() && itemset.front() < 0)
      throw InvalidInput(Place(i) + " holds " + std::to_string(itemset.front()) + kExpected);
    const auto twice = std::adjacent_find(itemset.begin(), itemset.end());
    if (twice != itemset.end())
      throw InvalidInput(Place(i) + " holds column " + std::to_string(*twice) + " twice" +
                         kExpected);
    if (!seen.insert(itemset).second)
      throw InvalidInput(Place(i) + " is in the list twice" + kExpected);
  }
}

void ListedItemsetKernel::CheckInputDim(Index d) const {
  for (std::size_t i = 0; i < itemsets_.size(); ++i) {
    if (itemsets_[i].empty() || itemsets_[i].back() < d) continue;
    throw InvalidInput(Place(i) + " holds column " + std::to_string(itemsets_[i].back()) +
                       "; expected columns below " + std::to_string(d) +
                       ", the number that the rows have");
  }
}

void ListedItemsetKernel::EvaluateLanes(const RowValues& x, Index d, const double* lanes,
                                        double* out) const {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  Vector row = Vector::Zero(d);
  for (std::size_t i = 0; i < x.columns.size(); ++i) row[x.columns[i]] = x.values[i];
  Lanes sum = Lanes::Zero();
  for (const Itemset& itemset : itemsets_) {
    Lanes product = Lanes::Ones();
    for (const Index j : itemset) product *= row[j] * Eigen::Map<const Lanes>(lanes + j * kLanes);
    sum += product;
  }
  std::copy_n(sum.data(), kLanes, out);
}

double ListedItemsetKernel::SecondMoment(const Vector& x, const Vector& y,
                                         double fourth_moment) const {
  MERCER_CHECK(x.size() == y.size());
  CheckInputDim(x.size());
  const auto count = static_cast<double>(itemsets_.size());
  CheckFitsInMemory("the second moment of " + std::to_string(itemsets_.size()) + " itemsets",
                    static_cast<double>(sizeof(Pair)) * count * count);
  // Four itemsets survive the mean where every column is in an even number of them: the first two
  // and the last two have the same columns in one of them only.
  std::map<Itemset, std::vector<Pair>> groups;
  for (const Itemset& a : itemsets_) {
    for (const Itemset& b : itemsets_) {
      Itemset one_only;
      std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                    std::back_inserter(one_only));
      groups[one_only].push_back(MakePair(a, b, one_only, x, y));
    }
  }
  double moment = 0;
  for (const auto& [one_only, group] : groups) moment += GroupMoment(group, fourth_moment);
  return moment;
}

std::unique_ptr<ItemsetKernel> ListedItemsetKernel::Clone() const {
  return std::make_unique<ListedItemsetKernel>(*this);
}

std::string ListedItemsetKernel::Describe() const {
  std::string text = "itemset(itemsets=[";
  for (std::size_t i = 0; i < itemsets_.size(); ++i) {
    text += i == 0 ? "[" : ",[";
    for (std::size_t j = 0; j < itemsets_[i].size(); ++j)
      text += (j == 0 ? "" : ",") + std::to_string(itemsets_[i][j]);
    text += "]";
  }
  return text + "])";
}

KernelEntry ItemsetEntry() {
  KernelEntry entry;
  entry.name = "itemset";
  entry.summary = "the sum over the listed sets of columns of the product of x_j y_j over the set";
  entry.citation = "atarashi2019, equation 1";
  entry.params = {{.name = "itemsets",
                   .kind = ParamKind::kList,
                   .help = "the sets, each a list of columns counted from 0",
                   .example = ParamValue(ParamValue::List{ParamValue(ParamValue::List{0, 1})})}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    std::vector<Itemset> itemsets;
    for (const ParamValue& value : params.Get("itemsets").AsList())
      itemsets.push_back(ReadItemset(itemsets.size(), value));
    return std::make_unique<ListedItemsetKernel>(std::move(itemsets));
  };
  return entry;
}

}  // namespace mercer
