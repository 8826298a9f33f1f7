#include "core/data/parsed_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// A file is a header and then words of 8 bytes in the machine's byte order:
//   dense:  n labels, n·d values row by row
//   sparse: n labels, n + 1 row ends, the columns and the values of the stored entries
// and in the end the text that goes with them, filled up with zeros to a whole word.
static_assert(sizeof(Index) == 8 && sizeof(double) == 8);
constexpr std::size_t kWord = 8;

enum Form : std::uint64_t { kDenseForm = 0, kSparseForm = 1 };

struct Header {
  std::uint64_t magic = 0x4d65726365725221;  // reads otherwise in the other byte order
  std::array<char, 64> key{};                // hexadecimal
  std::uint64_t form = kDenseForm;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t stored = 0;    // entries of the sparse form, else 0
  std::uint64_t names = 0;     // bytes of the text
  std::uint64_t checksum = 0;  // of the header with 0 in this place, and of all words
};
static_assert(sizeof(Header) % kWord == 0);

// Any change of one word changes it for sure, other damage all but surely. Four lanes, since a
// multiplication waits for the one before it.
class Checksum {
 public:
  // Pieces are whole words; where the pieces end counts.
  void Add(const void* data, std::size_t words) {
    const char* at = static_cast<const char*>(data);
    for (; words >= 4; words -= 4, at += 4 * kWord) {
      for (std::size_t lane = 0; lane < 4; ++lane) Mix(lane, at + lane * kWord);
    }
    for (std::size_t lane = 0; lane < words; ++lane) Mix(lane, at + lane * kWord);
  }
  std::uint64_t value() const {
    std::uint64_t all = 0;
    for (const std::uint64_t lane : lanes_) all = Mixed(all, lane);
    return all;
  }

 private:
  // One to one in either argument.
  static std::uint64_t Mixed(std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) * 0x9e3779b97f4a7c15;
    return state ^ (state >> 29);
  }
  void Mix(std::size_t lane, const char* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, kWord);
    lanes_[lane] = Mixed(lanes_[lane], word);
  }
  std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
};

struct Piece {
  const void* data;
  std::size_t words;
};

std::uint64_t ChecksumOf(Header header, std::span<const Piece> pieces) {
  header.checksum = 0;
  Checksum checksum;
  checksum.Add(&header, sizeof(Header) / kWord);
  for (const Piece& piece : pieces) checksum.Add(piece.data, piece.words);
  return checksum.value();
}

std::string FullKey(const std::string& key) {
  return Sha256Hex("parsed rows, version " + std::to_string(kParsedVersion) + "\n" + key);
}

// A file's bytes for as long as the object lives; empty where there is no file to map.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return;
    struct stat status {};
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      const auto size = static_cast<std::size_t>(status.st_size);
      void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (mapped != MAP_FAILED) bytes_ = {static_cast<const char*>(mapped), size};
    }
    close(descriptor);
  }
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const char> bytes() const { return bytes_; }

 private:
  std::span<const char> bytes_;
};

std::uint64_t WordsOf(std::uint64_t bytes) { return bytes / kWord + (bytes % kWord != 0 ? 1 : 0); }

// Whether `words` are just those that the header claims; overflows for no header.
bool SizesAgree(const Header& header, std::uint64_t words) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
  if (words > kMost || header.rows > words || header.columns > kMost || header.stored > words ||
      WordsOf(header.names) > words)
    return false;
  words -= WordsOf(header.names);
  if (header.form == kSparseForm) return 2 * header.rows + 1 + 2 * header.stored == words;
  if (header.form != kDenseForm || header.stored != 0 || header.rows > words) return false;
  if (header.columns == 0 || header.rows == 0) return header.rows == words;
  return (words - header.rows) % header.columns == 0 &&
         (words - header.rows) / header.columns == header.rows;
}

// Row ends that rise from 0 to `stored`, columns that rise within each row and lie below d.
bool IsCompressedRows(const SparseMatrix& x, Index stored) {
  const Index* const ends = x.outerIndexPtr();
  const Index* const columns = x.innerIndexPtr();
  if (ends[0] != 0 || ends[x.rows()] != stored) return false;
  for (Index i = 0; i < x.rows(); ++i) {
    if (ends[i] > ends[i + 1] || ends[i + 1] > stored) return false;
    Index previous = -1;
    for (Index k = ends[i]; k < ends[i + 1]; ++k) {
      if (columns[k] <= previous || columns[k] >= x.cols()) return false;
      previous = columns[k];
    }
  }
  return true;
}

using Pieces = std::array<Piece, 5>;

// The pieces of a file whose words begin at `at`.
Pieces PiecesOf(const Header& header, const char* at) {
  const bool sparse = header.form == kSparseForm;
  const std::size_t n = header.rows;
  const std::size_t words[] = {n, sparse ? n + 1 : n * header.columns, header.stored, header.stored,
                               WordsOf(header.names)};
  Pieces pieces{};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i] = {at, words[i]};
    at += words[i] * kWord;
  }
  return pieces;
}

void Copy(const Piece& from, void* to) {
  if (from.words > 0) std::memcpy(to, from.data, from.words * kWord);
}

std::optional<LabelledRows> RowsOf(const Header& header, const Pieces& pieces) {
  const auto n = static_cast<Index>(header.rows), d = static_cast<Index>(header.columns);
  LabelledRows rows;
  rows.y.resize(n);
  Copy(pieces[0], rows.y.data());
  if (header.form == kDenseForm) {
    Matrix x(n, d);
    Copy(pieces[1], x.data());
    rows.x = std::move(x);
    return rows;
  }
  const auto stored = static_cast<Index>(header.stored);
  SparseMatrix x(n, d);
  x.resizeNonZeros(stored);
  Copy(pieces[1], x.outerIndexPtr());
  Copy(pieces[2], x.innerIndexPtr());
  Copy(pieces[3], x.valuePtr());
  if (!IsCompressedRows(x, stored)) return std::nullopt;
  rows.x = std::move(x);
  return rows;
}

}  // namespace

std::optional<ParsedRows> ReadParsed(const std::string& path, const std::string& key) {
  const MappedFile file(path);
  const std::span<const char> bytes = file.bytes();
  if (bytes.size() < sizeof(Header) || bytes.size() % kWord != 0) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(Header));
  if (header.magic != Header{}.magic) return std::nullopt;
  if (std::string_view(header.key.data(), header.key.size()) != FullKey(key)) return std::nullopt;
  if (!SizesAgree(header, (bytes.size() - sizeof(Header)) / kWord)) return std::nullopt;
  const Pieces pieces = PiecesOf(header, bytes.data() + sizeof(Header));
  if (ChecksumOf(header, pieces) != header.checksum) return std::nullopt;
  std::optional<LabelledRows> rows = RowsOf(header, pieces);
  if (!rows) return std::nullopt;
  return ParsedRows{*std::move(rows), {static_cast<const char*>(pieces[4].data), header.names}};
}

bool WriteParsed(const std::string& path, const std::string& key, const ParsedRows& parsed) {
  const LabelledRows& rows = parsed.rows;
  MERCER_CHECK(rows.y.size() == rows.x.rows());
  Header header;
  const std::string full_key = FullKey(key);
  std::copy(full_key.begin(), full_key.end(), header.key.begin());
  header.rows = static_cast<std::uint64_t>(rows.x.rows());
  header.columns = static_cast<std::uint64_t>(rows.x.cols());
  header.names = parsed.names.size();
  std::string names = parsed.names;
  names.resize(WordsOf(header.names) * kWord);
  Pieces pieces{};
  pieces[0] = {rows.y.data(), header.rows};
  if (rows.x.is_sparse()) {
    const SparseMatrix& x = rows.x.sparse();
    MERCER_CHECK(x.isCompressed());
    header.form = kSparseForm;
    header.stored = static_cast<std::uint64_t>(x.nonZeros());
    pieces[1] = {x.outerIndexPtr(), header.rows + 1};
    pieces[2] = {x.innerIndexPtr(), header.stored};
    pieces[3] = {x.valuePtr(), header.stored};
  } else {
    pieces[1] = {rows.x.dense().data(), header.rows * header.columns};
  }
  pieces[4] = {names.data(), WordsOf(header.names)};
  header.checksum = ChecksumOf(header, pieces);

  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directory(folder, error);
  try {
    AtomicOutput file(path);
    file.Write({reinterpret_cast<const char*>(&header), sizeof(Header)});
    for (const Piece& piece : pieces)
      file.Write({static_cast<const char*>(piece.data), piece.words * kWord});
    file.Commit();
  } catch (const InvalidInput&) {
    return false;  // a cache that cannot be kept costs time, no result
  }
  return true;
}

ParsedRows ParsedOnce(const std::string& path, const std::string& key,
                      const std::function<ParsedRows()>& parse) {
  if (std::optional<ParsedRows> cached = ReadParsed(path, key)) return *std::move(cached);
  ParsedRows parsed = parse();
  WriteParsed(path, key, parsed);
  return parsed;
}

}  // namespace mercer
