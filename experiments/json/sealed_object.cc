#include "experiments/json/sealed_object.h"

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

void RequireSchema(const OrderedJson& json, int expected, const std::filesystem::path& path) {
  const auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_number_integer() || *schema == expected) return;
  throw InvalidInput("'" + path.string() + "' has schema version " + schema->dump() +
                     ", this program reads and writes version " + std::to_string(expected) +
                     ": choose another --out folder");
}

/// The checksum digits of an object without the key checksum. The caller removes the key, so that
/// the tree of a large grid is not copied.
std::string Digits(const OrderedJson& json) {
  constexpr std::size_t kDigits = 16;
  return Sha256Hex(JsonText(json, -1)).substr(0, kDigits);
}

}  // namespace

std::string JsonText(const OrderedJson& json, int indent) {
  return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string ChecksumOfObject(OrderedJson json) {
  json.erase("checksum");
  return Digits(json);
}

std::string WriteSealed(OrderedJson json, int indent) {
  json.erase("checksum");
  json["checksum"] = Digits(json);
  return JsonText(json, indent) + "\n";
}

std::optional<OrderedJson> ReadSealed(std::string_view text, int schema,
                                      const std::filesystem::path& path) {
  std::optional<OrderedJson> json = ParseJson(text);
  if (!json || !json->is_object()) return std::nullopt;
  const std::string checksum = TextOf(*json, "checksum");
  json->erase("checksum");
  // If damage changed the schema, the checksum is wrong too.
  if (checksum != Digits(*json)) return std::nullopt;
  (*json)["checksum"] = checksum;
  RequireSchema(*json, schema, path);
  return json;
}

}  // namespace mercer
