# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the scripts beside it: where the project is, how to install what it needs and how to build it.
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="$root/build/release"
bin="$build/bin"

say() { printf '== %s\n' "$*"; }
fail() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit "${2:-1}"
}

# The release that this system is, as ID-VERSION_ID of /etc/os-release (or the file OS_RELEASE): debian-12.
release() {
  (
    ID=unknown VERSION_ID=
    # shellcheck disable=SC1090  # a file of the system
    [ ! -r "${OS_RELEASE:-/etc/os-release}" ] || . "${OS_RELEASE:-/etc/os-release}"
    printf '%s\n' "$ID${VERSION_ID:+-$VERSION_ID}"
  )
}

# Whether packages.txt knows what the packages of a release are called.
known_release() {
  sed -n 's/^# releases://p' "$root/scripts/packages.txt" | tr ' ' '\n' | grep -qxF -- "$1"
}

# wanted_packages RELEASE: the packages of packages.txt by their names there, one a line.
wanted_packages() {
  sed -e 's/#.*//' "$root/scripts/packages.txt" |
    awk -v release="$1" 'NF == 1 { print $1 } { for (k = 2; k <= NF; ++k) if ($k == release) print $1 }' | sort -u
}

# Those of this release that are not installed, one a line.
missing_packages() {
  local wanted installed
  wanted="$(wanted_packages "$(release)")"
  installed="$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u)"
  comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$installed")
}

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  else
    fail "not root and no sudo; as root, run: $*"
  fi
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! known_release "$(release)"; then
    say "This system ($(release)) is not one whose packages Grouser knows; nothing is installed."
    say "It needs what Debian 13 calls:" $(wanted_packages debian-13)
    say "Building goes on, and fails where one of them is missing."
    return
  fi
  local missing
  missing="$(missing_packages)"
  if [ -z "$missing" ]; then
    say "Packages: all installed"
    return
  fi
  say "Packages: installing $(wc -w <<<"$missing") with apt-get:" $missing
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get -q -o Acquire::Retries=3 update
  # shellcheck disable=SC2086  # one word a package
  as_root apt-get -q -y -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 install --no-install-recommends $missing
}

# announce CORE_MINUTES MEGABYTES: says before anything is done whether root is needed, how long it takes and how much disk. The minutes
# are of one core of 2026, for a first build; the megabytes are those of build/release.
announce() {
  local cores missing count
  cores="$(nproc)"
  if command -v dpkg-query >/dev/null && known_release "$(release)"; then
    missing="$(missing_packages)"
    count="$(wc -w <<<"$missing")"
    if [ "$count" -eq 0 ]; then
      say "Root is not needed: all packages are installed."
    elif [ "$(id -u)" -eq 0 ]; then
      say "As root, this installs $count packages of the system (all of them together take about 3 GB of disk)."
    else
      say "This asks for root (sudo) to install $count packages of the system (all of them together take about 3 GB of disk)."
    fi
  fi
  if [ -e "$build/CMakeCache.txt" ]; then
    say "A first build takes about $((($1 + cores - 1) / cores)) minutes on $cores cores; here is one already, so less."
  else
    say "It takes about $((($1 + cores - 1) / cores)) minutes on $cores cores, and about $2 MB of disk in build/release."
  fi
}

# The options for a build that keeps compiled files, where ccache is installed. Precompiled headers have a time in them, which it
# must not look at, and GCC must name them in what it preprocesses. Paths below this checkout are taken as relative ones, so that another
# checkout with the same files finds what this one compiled.
cached_builds() {
  command -v ccache >/dev/null || return 0
  printf '%s\n' "-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_BASEDIR=$root;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;ccache"
  if c++ --version | grep -q 'Free Software Foundation'; then printf '%s\n' "-DCMAKE_CXX_FLAGS=-fpch-preprocess"; fi
}

# configure [cmake options]: preset release in build/release. A new build compiles the library and the programs in batches, which
# takes a third less of the processor there, and by ccache where it is installed; a build that is there stays as it was made.
configure() {
  local batches=()
  if [ ! -e "$build/CMakeCache.txt" ]; then
    mapfile -t batches < <(cached_builds)
    batches+=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24)
  fi
  say "Configuring build/release"
  (cd "$root" && cmake --preset release "${batches[@]}" "$@")
}

# compile [targets]: all of them when none is named.
compile() {
  say "Compiling ${*:-everything} (the first time takes several minutes)"
  if [ $# -gt 0 ]; then
    cmake --build "$build" --target "$@"
  else
    cmake --build "$build"
  fi
}
