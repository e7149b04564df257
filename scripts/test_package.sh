#!/usr/bin/env bash
# Makes the Debian package and tries it in a bare Debian, in a folder with nothing else: installs it, serves
# as its unit does, stops, upgrades, serves the same games, removes and purges it.
#   scripts/test_package.sh          needs root, debootstrap and Debian packages from where this machine has them
# Says 'skipped: …' and succeeds where that cannot be done. The bare Debian is kept as build/bare.tar.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)

if [ "${1:-}" = --inside ]; then
  bare=$2
else
  . /etc/os-release
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
    awk -v release="${VERSION_CODENAME:-}" '$2 == release { print $1; exit }') || true
  skip() { echo "skipped: $*"; exit 0; }
  [ "$(id -u)" -eq 0 ] || skip "only root can make a bare Debian"
  for tool in debootstrap unshare ip curl cpack dpkg-shlibdeps; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
  done
  [ "${ID:-}" = debian ] && [ -n "$mirror" ] || skip "apt here knows no mirror of Debian ${VERSION_CODENAME:-}"
  unshare --mount --net --pid --fork true 2>/dev/null || skip "namespaces are not allowed here"
  bare=$(mktemp -d "$root/build/bare.XXXXXX")
  trap 'rm -rf "$bare"' EXIT
fi
say() { printf '\n== %s\n' "$*"; }
fail() { echo "test_package: $*" >&2; exit 1; }
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
inside() {
  env -i PATH=$path HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive chroot "$bare" "$@"
}

# What follows runs twice as another process: with this machine's network, where packages come from, and
# with one of its own, where the port is free and nobody else is served.
case "${1:-} ${3:-}" in
  "--inside run")
    mount --make-rprivate /
    mount -t proc proc "$bare/proc"
    shift 3
    inside "$@"
    exit
    ;;
  "--inside serve")
    mount --make-rprivate /
    mount -t proc proc "$bare/proc"
    ip link set lo up
    # The way systemd starts the unit: its folder, its variables, its user, its line.
    unit=$bare/usr/lib/systemd/system/spielwerk.service
    of_unit() { sed -n "s/^$1=//p" "$unit"; }
    inside install -d -o "$(of_unit User)" -g "$(of_unit Group)" -m "$(of_unit StateDirectoryMode)" \
      "/var/lib/$(of_unit StateDirectory)"
    . "$bare$(of_unit EnvironmentFile | sed 's/^-//')"
    # shellcheck disable=SC2046,SC2086
    env -i PATH=$path $(of_unit Environment) SPIELWERK_LEVEL="$SPIELWERK_LEVEL" \
      chroot --userspec="$(of_unit User):$(of_unit Group)" "$bare" \
      $(of_unit ExecStart | sed 's/ \$SPIELWERK_OPTIONS//') $SPIELWERK_OPTIONS >"$bare/served" 2>&1 &
    server=$!
    trap 'kill -KILL $server 2>/dev/null || true' EXIT
    page=http://localhost:8080
    until curl -s --fail -o /dev/null $page/healthz; do
      kill -0 $server 2>/dev/null || { cat "$bare/served" >&2; fail "it does not serve"; }
    done
    [ "$(readlink "$bare/proc/$server/exe")" = "$bare/usr/libexec/spielwerk/x86-64-v3/spielwerk" ] ||
      ! grep -qw avx2 /proc/cpuinfo || fail "it is not the program for this processor"
    case $4 in
      create)
        curl -sS --fail -H 'Content-Type: application/json' -o "$bare/table" $page/api/tables -d '{"game": "tictactoe",
          "seats": [{"kind": "human", "name": "Anna"}, {"kind": "human", "name": "Ben"}], "moves": ["B2"]}'
        ;;
      find)
        id=$(sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' "$bare/table")
        curl -sS --fail -o "$bare/record" "$page/api/tables/$id/record"
        grep -q B2 "$bare/record" || fail "the table of before is not the same"
        ;;
    esac
    kill -TERM $server
    status=0
    wait $server || status=$?
    [ $status -eq 0 ] || { cat "$bare/served" >&2; fail "it ended with $status"; }
    exit
    ;;
esac
with_network() { unshare --mount --pid --fork --kill-child bash "$0" --inside "$bare" "$@"; }
alone() { unshare --mount --net --pid --fork --kill-child bash "$0" --inside "$bare" "$@"; }
apt() { with_network run apt-get -q -y -o Dpkg::Use-Pty=0 "$@" >"$bare.log" 2>&1 || { cat "$bare.log" >&2; fail "apt-get $*"; }; }
is_there() { [ -e "$bare/$1" ] || fail "/$1 is not there"; }
is_gone() { [ ! -e "$bare/$1" ] || fail "/$1 is still there"; }
version() { inside dpkg-query -W -f '${Version}' spielwerk; }
# Everything but what dpkg, apt and others remember of packages that came and went.
files() {
  local forgotten='^\./(proc|run|var/(log|cache|lib/apt|lib/dpkg)|table|record|served|debs)(/|$)|^\./etc/[a-z]+-$'
  (cd "$bare" && find . -xdev | grep -vE "$forgotten" | sort)
}

say "the package, and a newer one"
cmake --preset release >/dev/null
cmake --build --preset release --target spielwerk
for release in 1 2; do
  (cd "$root/build/release" && cpack -D CPACK_DEBIAN_PACKAGE_RELEASE=$release -B "$bare.debs" >"$bare.log") ||
    { cat "$bare.log" >&2; exit 1; }
done
trap 'rm -rf "$bare" "$bare.debs" "$bare.log"' EXIT
ls "$bare.debs"/*.deb
dpkg-deb -I "$bare.debs"/*-1_*.deb | grep -E '^ (Package|Version|Depends|Installed-Size)'

say "a bare Debian $VERSION_CODENAME"
kept=$root/build/bare.tar
if [ ! -e "$kept" ]; then
  debootstrap --variant=minbase "$VERSION_CODENAME" "$bare" "$mirror" >"$bare.log" 2>&1 ||
    { tail -n 20 "$bare.log" >&2; fail "debootstrap failed"; }
  tar -C "$bare" --exclude='./dev/*' --exclude='./var/cache/apt/archives/*.deb' -cf "$kept.new" .
  mv "$kept.new" "$kept"
  rm -rf "$bare"
  mkdir "$bare"
fi
tar -C "$bare" -xf "$kept"
mknod -m 666 "$bare/dev/null" c 1 3
mknod -m 666 "$bare/dev/urandom" c 1 9
cp /etc/resolv.conf /etc/hosts "$bare/etc/"
printf 'Acquire::Languages "none";\nAPT::Install-Recommends "false";\n' >"$bare/etc/apt/apt.conf.d/99test"
apt update
before=$(files)
mkdir "$bare/debs"
cp "$bare.debs"/*.deb "$bare/debs"
chmod 755 "$bare" "$bare/debs"

say "installing"
apt install "/debs/$(basename "$bare.debs"/*-1_*.deb)"
version
echo
with_network run spielwerk --version
inside getent passwd spielwerk
for file in usr/bin/spielwerk usr/share/man/man1/spielwerk.1.gz usr/share/doc/spielwerk/copyright \
  usr/share/doc/spielwerk/changelog.gz; do
  is_there $file
done
say "serving, and stopping"
echo '# of the host' >>"$bare/etc/spielwerk/spielwerk.conf"
alone serve create
cat "$bare/table"
[ "$(stat -c %u:%a "$bare/var/lib/spielwerk")" = "$(inside id -u spielwerk):700" ] ||
  fail "others can look into /var/lib/spielwerk"

say "upgrading"
apt install "/debs/$(basename "$bare.debs"/*-2_*.deb)"
version
echo
[[ $(version) == *-2 ]] || fail "it is not the newer one"
grep -q '# of the host' "$bare/etc/spielwerk/spielwerk.conf" || fail "the host's configuration is lost"
alone serve find

say "removing"
apt remove spielwerk
is_gone usr/bin/spielwerk
is_gone usr/libexec/spielwerk
is_gone usr/lib/systemd/system/spielwerk.service
is_there etc/spielwerk/spielwerk.conf
is_there var/lib/spielwerk

say "purging"
apt purge spielwerk
apt autoremove --purge
! inside getent passwd spielwerk || fail "its user is still there"
left=$(comm -13 <(echo "$before") <(files))
[ -z "$left" ] || fail "left behind: $left"
echo "nothing is left"
