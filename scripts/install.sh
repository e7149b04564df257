# Installs the Debian packages that a task needs and that are missing; says nothing if all is there.
# Sourced by ./spielwerk and ./test with $root set. Nothing is ever removed: a Boost that cannot be
# installed beside the user's is unpacked inside the project.

. "$root/scripts/progress.sh"

boost_packages=(libboost1.81-dev libboost-json1.81-dev libboost-url1.81-dev)
build_packages=(g++ cmake ninja-build ccache mold gzip libfmt-dev libcli11-dev libsqlitecpp-dev
  libsqlite3-dev "${boost_packages[@]}")
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev clang-format-19
  chromium-headless-shell binutils curl nginx-light openssl)
sanitizer_packages=(clang-19 libclang-rt-19-dev)
# The page is built with Node.js; any that is there will do.
command -v npm >/dev/null || build_packages+=(nodejs npm)

# Where packages are unpacked that cannot be installed; CMake looks there first. `complete` names them.
unpacked=$root/build/packages

install_packages() {
  local missing=() beside=() package as_root=() may_install=yes plan=""
  for package in "$@"; do is_there "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "spielwerk: needs ${missing[*]}" >&2
  if [ "$(id -u)" -ne 0 ]; then
    # Without a further question, which nobody would see behind the progress.
    as_root=(sudo -n)
    # Asks for the password before anything else is shown, if it has to.
    command -v sudo >/dev/null && sudo -v || may_install=no
  fi
  # One source of packages that does not answer need not be the one that is needed.
  [ $may_install = no ] || with_progress update "looking for packages" apt_get update || true
  if [ $may_install = no ] || ! can_install "${missing[@]}"; then
    split_boost "${missing[@]}"
  fi
  if [ ${#missing[@]} -gt 0 ]; then
    if [ $may_install = no ]; then
      echo "spielwerk: cannot install without root or sudo; please have somebody run" >&2
      echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
      return 1
    fi
    can_install "${missing[@]}" || { explain_conflict; return 1; }
    with_progress install "installing $(grep -c '^Inst ' <<<"$plan") packages" \
      apt_get install -y --no-remove --no-install-recommends -o APT::Status-Fd=3 \
      -o DPkg::Lock::Timeout=120 "${missing[@]}" || return 1
  fi
  [ ${#beside[@]} -gt 0 ] || return 0
  echo "spielwerk: ${beside[*]} cannot be installed beside what is there: unpacking into build/packages" >&2
  with_progress unpack "unpacking Boost" unpack_packages "${boost_packages[@]}"
}

# Installed, also if held or for several architectures, or unpacked.
is_there() {
  [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null) == ?"i "* ]] ||
    grep -qsxF "$1" "$unpacked/complete"
}

# apt-get as root. All it says goes to stderr, how far it is (file 3, which sudo would close) to stdout.
apt_get() {
  "${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive \
    sh -c 'exec apt-get -q "$@" 3>&1 >&2' apt-get "$@"
}

# Whether apt can install these and remove nothing; $plan is what it would do.
can_install() {
  plan=$(LC_ALL=C apt-get install -s --no-remove --no-install-recommends "$@" </dev/null 2>&1)
}

# Takes what belongs to Boost out of $missing into $beside.
split_boost() {
  local package
  missing=()
  for package in "$@"; do
    if [[ " ${boost_packages[*]} " == *" $package "* ]]; then
      beside+=("$package")
    else
      missing+=("$package")
    fi
  done
}

explain_conflict() {
  local removed
  removed=$(sed -n '/^The following packages will be REMOVED:/,/^[^ ]/s/^  *//p' <<<"$plan" | xargs)
  if [ -n "$removed" ]; then
    echo "spielwerk: installing ${missing[*]} would remove $removed" >&2
    echo "spielwerk: nothing was changed; if you can do without these, run" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
  else
    tail -n 20 <<<"$plan" >&2
    echo "spielwerk: cannot install ${missing[*]}" >&2
  fi
}

# Debian lets only one version of Boost's headers be installed. What the compiler needs of another is
# as good in a folder of its own.
unpack_packages() {
  local new=$unpacked.new names archive
  rm -rf "$new"
  mkdir -p "$new/archives"
  # The libraries are linked statically, so that what is needed to run them is not needed at all.
  names=$(LC_ALL=C apt-cache depends --recurse --important "$@" | grep -xE 'libboost[^:]*-dev' | sort -u) || {
    echo "no package lists, or no $* in them" >&2
    return 1
  }
  # shellcheck disable=SC2086
  (cd "$new/archives" && LC_ALL=C apt-get download -q -o APT::Status-Fd=3 $names 3>&1 >&2) || return 1
  for archive in "$new"/archives/*.deb; do
    dpkg-deb -x "$archive" "$new" || return 1
  done
  rm -rf "$new/archives" "$unpacked"
  printf '%s\n' "$@" >"$new/complete"
  mv "$new" "$unpacked"
}
