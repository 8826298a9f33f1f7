# Sourced by the scripts of tools/: installs what is missing, configures and builds. No command of
# its own.

# require_packages LIST…: every package named in the lists is installed, or the exact command is
# printed and we stop.
require_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian system. Mercer needs what these Debian packages contain; install" \
      "the same and build with" >&2
    echo "  cmake --preset release && cmake --build build/release" >&2
    grep -hv '^#' "$@" | sed 's/^/  /' >&2
    return 2
  fi
  local missing=() package
  for package in $(grep -hv '^#' "$@"); do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' && continue
    # npm also comes with a vendor's node, which Debian's npm cannot stand beside.
    [ "$package" = npm ] && command -v npm >/dev/null && continue
    missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Missing packages, and no right to install them. Please run:" >&2
      echo "  sudo apt-get install ${missing[*]}" >&2
      return 2
    fi
    as=(sudo)
  fi
  echo "Installing: ${missing[*]}" >&2
  "${as[@]}" apt-get update -qq >&2 || true
  "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# build_release TESTS [TARGET…]: configures build/release where needed and builds. TESTS is ON or
# OFF; OFF leaves a tree that already builds the tests as it is.
build_release() {
  local tests=$1; shift
  local cache=build/release/CMakeCache.txt log=build/release/setup.log
  mkdir -p build/release
  if [ ! -f "$cache" ] ||
    { [ "$tests" = ON ] && ! grep -q '^MERCER_BUILD_TESTS:BOOL=ON' "$cache"; }; then
    cmake --preset release -DMERCER_BUILD_TESTS="$tests" -DMERCER_BUILD_BENCHMARKS="$tests" \
      >"$log" 2>&1 ||
      { cat "$log" >&2; return 1; }
  fi
  local targets=()
  [ $# -gt 0 ] && targets=(--target "$@")
  # A terminal sees the build's progress; anything else sees it only where it fails.
  if [ -t 2 ]; then
    cmake --build build/release "${targets[@]}" >&2
  else
    cmake --build build/release "${targets[@]}" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
  fi
}

# release_program: prints the path of the program, $MERCER_PROGRAM or that of build/release, which
# is built where needed. Called in $(…), where bash ends at no command that fails.
release_program() {
  if [ -z "${MERCER_PROGRAM:-}" ]; then
    require_packages tools/packages.txt || return
    build_release OFF mercer || return
  fi
  echo "${MERCER_PROGRAM:-$PWD/build/release/tools/mercer}"
}

# refuse_changes SCRIPT: exits with 1 if the tree has changes outside results/.
refuse_changes() {
  local changes
  changes=$(git status --porcelain -- . ':(exclude)results')
  [ -n "$changes" ] || return 0
  echo "$1: the tree has changes outside results/; commit them first:" >&2
  echo "$changes" >&2
  exit 1
}
