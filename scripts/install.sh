# Installs the Debian packages that a task needs and that are missing. Sourced by ./spielwerk and
# ./test with $root set; says in one line what it installs, and nothing if all is there.

mkdir -p "$root/build"

build_packages=(g++ cmake ninja-build ccache mold gzip libfmt-dev libcli11-dev libboost1.81-dev
  libboost-json1.81-dev libsqlitecpp-dev libsqlite3-dev)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev clang-format-19 chromium)
sanitizer_packages=(clang-19 libclang-rt-19-dev)
# The page is built with Node.js; any that is there will do.
command -v npm >/dev/null || build_packages+=(nodejs npm)

install_packages() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "spielwerk: installing ${missing[*]}" >&2
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "spielwerk: cannot install without root or sudo; please install: ${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  local log
  log=$(mktemp -p "$root/build")
  if ! { "${as_root[@]}" apt-get update -q &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -q -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    echo "spielwerk: installing packages failed" >&2
    return 1
  fi
  rm -f "$log"
}

# Runs a build step quietly; shows its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp -p "$root/build")
  "$@" >"$log" 2>&1 || status=$?
  [ $status -eq 0 ] || tail -n 60 "$log" >&2
  rm -f "$log"
  return $status
}
