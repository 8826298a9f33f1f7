#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiments/run/sweep/worker_executor.h"
#include "tests/support/error_message.h"

// What a worker reads on its standard input.

namespace mercer {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TrialOrder MakeOrder() {
  TrialOrder order;
  order.trial.id = "a-1";
  order.trial.cell.kernel = {"polynomial", {{"degree", 3}}};
  order.trial.cell.learner = NamedParams{"pegasos", {{"lambda", 0.1}}};
  order.tuned = {{{"learner.lambda", 0.5}}, "train"};
  order.dataset_sha256 = "ab12";
  return order;
}

std::string OrderText() {
  TrialSettings settings;
  settings.run_id = "run";
  settings.threads = 2;
  settings.memory_limit_bytes = 1.5e9;
  settings.prepared = ".prepared";
  WorkerSettings workers;
  workers.data_dir = "data";
  return WriteOrder(MakeOrder(), settings, workers);
}

TEST(Order, ComesBack) {
  const ReadOrderResult read = ReadOrder(OrderText());
  EXPECT_EQ(read.order.trial.id, "a-1");
  EXPECT_EQ(read.order.tuned.on, "train");
  ASSERT_EQ(read.order.tuned.values.size(), 1U);
  EXPECT_EQ(read.order.tuned.values[0].second.AsNumber(), 0.5);
  EXPECT_EQ(read.order.dataset_sha256, "ab12");
  EXPECT_EQ(read.settings.run_id, "run");
  EXPECT_EQ(read.settings.threads, 2);
  EXPECT_EQ(read.settings.memory_limit_bytes, 1.5e9);
  EXPECT_EQ(read.settings.prepared, ".prepared");
  EXPECT_EQ(read.data_dir, "data");
}

// 4294967297 threads were one, and a message had the names of the JSON library.
TEST(Order, WhatWasNotWrittenSoIsRefused) {
  const auto refused = [](const std::string& pointer, const json& value) {
    json order = json::parse(OrderText());
    order[json::json_pointer(pointer)] = value;
    return testing::Message([&] { ReadOrder(order.dump()); });
  };
  EXPECT_EQ(refused("/threads", 2), "nothing was thrown");
  EXPECT_EQ(refused("/threads", 4294967297),
            "worker: no trial on standard input (threads is 4294967297; expected a whole number "
            "from -2147483648 to 2147483647); expected one that mercer run wrote");
  const std::vector<std::pair<std::string, json>> others = {
      {"/threads", 0},
      {"/threads", 1.5},
      {"/memory_limit_bytes", -1},
      {"/tuned", {{"a"}}},
      {"/tuned", {{"a", {}}}},
      {"/tuned", "text"},
      {"/run_id", 7},
      {"/trial/seeds", nullptr},
      {"/trial/cell/kernel/params", {{"degree"}}},
      {"/trial", {{"id", 1}}}};
  for (const auto& [pointer, value] : others) {
    EXPECT_THAT(refused(pointer, value),
                AllOf(HasSubstr("no trial on standard input"), Not(HasSubstr("exception")),
                      Not(HasSubstr("optional"))))
        << pointer << " " << value;
  }
}

TEST(Order, WhatIsMissingIsNamed) {
  for (const char* key : {"schema", "trial", "tuned", "tuned_on", "dataset_sha256", "run_id",
                          "threads", "memory_limit_bytes", "data_dir", "prepared"}) {
    json order = json::parse(OrderText());
    order.erase(key);
    EXPECT_EQ(testing::Message([&] { ReadOrder(order.dump()); }),
              "worker: no trial on standard input (the key '" + std::string(key) +
                  "' is missing); expected one that mercer run wrote");
  }
}

// A folder may have any name.
TEST(Order, BytesThatAreNoTextAreReplaced) {
  TrialSettings settings;
  settings.run_id = "run \xff";
  const ReadOrderResult read = ReadOrder(WriteOrder(MakeOrder(), settings, {}));
  EXPECT_EQ(read.settings.run_id, "run \xEF\xBF\xBD");
}

// "learner.cost" is put into the lambda of a learner that has no cost: as a number.
TEST(Order, ATunedTextInPlaceOfANumberIsRefused) {
  Trial trial = MakeOrder().trial;
  trial.cell.learner = NamedParams{"ridge", {{"lambda", 0.1}}};
  EXPECT_EQ(
      ApplyTuned(trial, {{"learner.cost", 10}}, 100).cell.learner->params.Get("lambda").AsNumber(),
      0.001);
  EXPECT_EQ(testing::Message([&] {
              ApplyTuned(trial, {{"learner.cost", "ten"}}, 100);
            }),
            "tuned parameter 'learner.cost' is ten; expected a number");
}

}  // namespace
}  // namespace mercer
