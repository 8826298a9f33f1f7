#ifndef MERCER_EXPERIMENTS_JSON_SEALED_OBJECT_H_
#define MERCER_EXPERIMENTS_JSON_SEALED_OBJECT_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/json/parse_json.h"

namespace mercer {

// JSON objects with a checksum, by which an incomplete object or a value changed by hand is
// detected.

/// The text of an object. Bytes that are not UTF-8, which a solver's warning may contain, are
/// replaced. `indent`: -1 for a single line.
std::string JsonText(const OrderedJson& json, int indent);

/// The first 16 hexadecimal digits of the SHA-256 of the object's single-line text without its
/// "checksum".
std::string ChecksumOfObject(OrderedJson json);

/// The object's text, with a line end and with the checksum as its last member.
std::string WriteSealed(OrderedJson json, int indent);

/// The object; nullopt unless the text is a complete object with the right checksum. Throws
/// InvalidInput, naming the path, if its "schema" is another number.
std::optional<OrderedJson> ReadSealed(std::string_view text, int schema,
                                      const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_SEALED_OBJECT_H_
