#ifndef MERCER_EXPERIMENTS_JSON_SEALED_OBJECT_H_
#define MERCER_EXPERIMENTS_JSON_SEALED_OBJECT_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/json/parse_json.h"

namespace mercer {

// JSON objects with a checksum, by which half an object and a value changed by hand are known.

/// The text of an object. Bytes that are no UTF-8, as a solver's warning may hold, are replaced.
/// `indent`: -1 for a line.
std::string JsonText(const OrderedJson& json, int indent);

/// The first 16 hexadecimal digits of the SHA-256 of the object's line without its "checksum".
std::string ChecksumOfObject(OrderedJson json);

/// The object's text, its line end included, with the checksum as its last member.
std::string WriteSealed(OrderedJson json, int indent);

/// Nothing unless the text is a whole object with the right checksum. Throws InvalidInput that
/// names the path where its "schema" is another number.
std::optional<OrderedJson> ReadSealed(std::string_view text, int schema,
                                      const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_SEALED_OBJECT_H_
