"""The names that C++ declares and uses, by a scan of its tokens (for unused.py)."""

import collections
import re

TOKEN = re.compile(r'\w+|::|->|<<|[^\w\s]')
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"'
                      r"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'", re.S)
KEYWORDS = set("""
alignas alignof auto bool break case catch char class concept const constexpr continue decltype
default delete do double else enum explicit extern false final float for friend if inline int long
mutable namespace new noexcept nullptr operator override private protected public requires return
short signed sizeof static static_assert static_cast struct switch template this throw true try
typedef typename union unsigned using virtual void volatile while defined __attribute__ thread_local
""".split())


def tokens_of(text):
    """Identifiers and marks of C++, with those of macros' bodies apart: (tokens, uses in
    directives)."""
    text = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", "", match[0]) or " ", text)
    code, directives, inside = [], [], False
    for line in text.split("\n"):
        if inside or line.lstrip().startswith("#"):
            inside = line.endswith("\\")
            if not line.lstrip().startswith("#include"):
                directives += re.findall(r"[A-Za-z_]\w*",
                                         re.sub(r"^\s*#\s*(define\s+\w+)?", "", line))
        else:
            code += TOKEN.findall(line)
    return code, directives


def is_name(token):
    return (token[0].isalpha() or token[0] == "_") and token not in KEYWORDS


class Declarations:
    """What a header or a source declares in namespaces and classes: a scan for names in the places
    of declarators.

    `found` has (name, kind, whether in a class) of each, `at` the places of these tokens and of the
    qualifiers before them.
    """

    def __init__(self, tokens):
        self.tokens, self.found, self.at = tokens, [], set()
        self.read(0, "namespace")

    def skip(self, i, opens, closes):
        depth = 0
        while i < len(self.tokens):
            depth += (self.tokens[i] == opens) - (self.tokens[i] == closes)
            i += 1
            if depth == 0:
                break
        return i

    def angle(self, i):
        """Past the <…> that begins at i, where it is one; a shift or a comparison ends the try."""
        depth = 0
        for j in range(i, min(i + 200, len(self.tokens))):
            token = self.tokens[j]
            depth += (token == "<") - (token == ">")
            if depth == 0:
                return j + 1
            if token in (";", "{"):
                break
        return i + 1

    def add(self, i, kind, scope):
        self.found.append((self.tokens[i], kind, scope == "class"))
        self.at.add(i)
        while i >= 2 and self.tokens[i - 1] == "::":  # Foo::Bar( is no use of Foo
            i -= 2
            self.at.add(i)

    def read(self, i, scope):
        while i < len(self.tokens) and self.tokens[i] != "}":
            i = self.one(i, scope)
        return i + 1

    def one(self, i, scope):
        """One declaration from i on; the place behind it."""
        tokens, begin, head, named = self.tokens, i, None, False
        while i < len(tokens):
            token = tokens[i]
            if (token in ("public", "private", "protected") and i + 1 < len(tokens)
                    and tokens[i + 1] == ":"):
                return i + 2
            if token == "template" and tokens[i + 1] == "<":
                i = self.angle(i + 1)
            elif token == "requires":  # a clause of templates
                i = self.skip(i + 1, "(", ")") if tokens[i + 1] == "(" else i + 1
            elif token in ("friend", "static_assert", "typedef"):
                return self.ending(i)
            elif token in ("namespace", "class", "struct", "union", "enum") and head is None:
                head = token
                i += 1
                if head == "enum" and tokens[i] in ("class", "struct"):
                    i += 1
                while tokens[i] in ("alignas", "__attribute__", "["):
                    i = self.skip(i, "[", "]") if tokens[i] == "[" else self.skip(i + 1, "(", ")")
                while i + 1 < len(tokens) and tokens[i + 1] == "::":
                    i += 2
                if is_name(tokens[i]) and head != "namespace":
                    after = tokens[i + 1]
                    if after == "<":
                        after = tokens[self.angle(i + 1)]
                    if after in ("{", ":", ";", "final"):
                        self.add(i, "class", scope)
                        named = True
                        if after == ";":
                            self.found.pop()  # a forward declaration
                        i += 1
            elif token in ("using", "concept"):
                if is_name(tokens[i + 1]) and tokens[i + 2] == "=":
                    self.add(i + 1, "class", scope)
                return self.ending(i)
            elif token == "{":
                if head == "namespace" or token == "{" and i > begin and tokens[i - 1] == "extern":
                    return self.read(i + 1, "namespace")
                if head == "enum":
                    return self.ending(self.enumerators(i + 1))
                if head is not None and named:
                    return self.ending(self.read(i + 1, "class"))
                i = self.skip(i, "{", "}")
                return i + 1 if i < len(tokens) and tokens[i] == ";" else i
            elif token == "<":
                i = self.angle(i)
            elif token == "(":
                i = self.skip(i, "(", ")")
            elif token == "[":
                i = self.skip(i, "[", "]")
            elif token == ";":
                return i + 1
            elif token == "}":
                return i
            elif (is_name(token) and i > begin and not named
                  and tokens[i - 1] not in (".", "->", "~", "operator")):
                after = tokens[i + 1] if i + 1 < len(tokens) else ";"
                if after == "(" and head is None:
                    self.add(i, "function", scope)
                    return self.body(self.skip(i + 1, "(", ")"))
                if after in ("=", "{", ";", ",", "[", ":") and head is None:
                    self.add(i, "constant", scope)
                    i = self.value(i + 1)
                    if self.is_another(i):
                        i += 1
                        continue
                    return self.ending(i)
                i += 1
            elif token == "operator":
                while tokens[i] != "(" or tokens[i + 1] == ")" and tokens[i - 1] == "operator":
                    i += 1
                return self.body(self.skip(i, "(", ")"))
            elif is_name(token) and i == begin and tokens[i + 1] == "(":
                # A constructor, or a macro.
                if scope == "class":
                    self.at.add(i)
                return self.body(self.skip(i + 1, "(", ")"))
            else:
                i += 1
        return i

    def body(self, i):
        """Past what follows a function's parameters."""
        while i < len(self.tokens) and self.tokens[i] not in (";", "{", "}"):
            if self.tokens[i] == ":":  # what a constructor begins with: name(value), name{value}, …
                i += 1
                while i < len(self.tokens):
                    while self.tokens[i] not in ("(", "{"):
                        i = self.angle(i) if self.tokens[i] == "<" else i + 1
                    i = self.skip(i, "(", ")") if self.tokens[i] == "(" else self.skip(i, "{", "}")
                    if self.tokens[i] != ",":
                        break
                continue
            i = self.skip(i, "(", ")") if self.tokens[i] == "(" else i + 1
        if i < len(self.tokens) and self.tokens[i] == "{":
            return self.skip(i, "{", "}")
        return i + 1 if i < len(self.tokens) and self.tokens[i] == ";" else i

    def value(self, i):
        """Past what a constant is given, to the comma or semicolon."""
        while i < len(self.tokens) and self.tokens[i] not in (",", ";", "}"):
            token = self.tokens[i]
            closing = {"(": ")", "{": "}", "[": "]"}
            i = self.skip(i, token, closing[token]) if token in closing else i + 1
        return i

    def is_another(self, i):
        """Whether a comma is followed by a further name, not by the argument of a template."""
        rest = self.tokens[i:i + 3]
        return (len(rest) == 3 and rest[0] == "," and is_name(rest[1])
                and rest[2] in ("=", "{", ";", ","))

    def enumerators(self, i):
        fresh = True
        while self.tokens[i] != "}":
            if fresh and is_name(self.tokens[i]):
                self.found.append((self.tokens[i], "constant", True))
                self.at.add(i)
            fresh = self.tokens[i] == ","
            i = self.skip(i, "(", ")") if self.tokens[i] == "(" else i + 1
        return i + 1

    def ending(self, i):
        while i < len(self.tokens) and self.tokens[i] != ";":
            if self.tokens[i] in "({":
                i = self.skip(i, *("()" if self.tokens[i] == "(" else "{}"))
            elif self.tokens[i] == "}":
                return i
            else:
                i += 1
        return i + 1


def pair_of(name):
    """core/a/b.h and core/a/b.cc are one."""
    return name.rsplit(".", 1)[0]


class Names:
    """Where C++ declares and where it uses which name."""

    def __init__(self, texts):
        self.declared = {}  # header → its declarations
        self.uses = collections.defaultdict(set)  # name → the files that use it
        self.places = collections.defaultdict(set)  # name → the pairs that declare or define it
        for file in texts:
            if not file.endswith((".h", ".cc", ".inc")):
                continue
            tokens, directives = tokens_of(texts[file])
            declarations = Declarations(tokens)
            for name, _, _ in declarations.found:
                self.places[name].add(pair_of(file))
            counts = collections.Counter(tokens)
            counts.subtract(tokens[i] for i in declarations.at)
            for token in [token for token, count in counts.items() if count > 0] + directives:
                self.uses[token].add(file)
            if file.endswith(".h"):
                macros = [(name, "macro", False)
                          for name in re.findall(r"(?m)^#\s*define (\w+)", texts[file])]
                # A guard against a second inclusion is used by the preprocessor.
                macros = [macro for macro in macros if not macro[0].endswith("_H_")]
                self.declared[file] = list(dict.fromkeys(declarations.found + macros))

    def of_own_source(self):
        """(header, name, kind) of what a header need not declare, since nothing but its own source
        uses it."""
        for header, found in self.declared.items():
            for name, kind, in_class in found:
                files = self.uses[name]
                own = files and header not in files and all(pair_of(file) == pair_of(header)
                                                            for file in files)
                if own and not in_class and len(self.places[name]) == 1:
                    yield header, name, kind
