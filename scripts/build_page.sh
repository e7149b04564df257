#!/usr/bin/env bash
# Builds the page of web/ into the folder given, unless it is up to date there; with a second folder,
# the page with that folder's files added, as if they lay in web/. Several builds may ask at the same time.
set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
out=$1
added=${2:-}
parts=(index.html package.json package-lock.json tsconfig.json vite.config.ts public src)
mkdir -p "$out.work" "$root/build"
exec 9>"$root/build/page.lock"
flock 9

# What the page is made of, as one number.
sources=$(cd "$root/web" && find "${parts[@]}" ${added:+"$added"} -type f ! -name '*.test.ts' ! -path 'src/gallery/*' -print0 |
  LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
[ "$(cat "$out.work/built" 2>/dev/null)" = "$sources" ] && [ -e "$out/index.html" ] && exit 0

packages=$(sha256sum <"$root/web/package-lock.json")
if [ "$(cat "$root/web/node_modules/.installed" 2>/dev/null)" != "$packages" ]; then
  (cd "$root/web" && npm ci --no-audit --no-fund --loglevel=error)
  echo "$packages" >"$root/web/node_modules/.installed"
fi
web=$root/web
if [ -n "$added" ]; then
  web=$out.work/web
  rm -rf "$web" && mkdir "$web"
  (cd "$root/web" && cp -r "${parts[@]}" "$web")
  cp -r "$added/." "$web"
  ln -s "$root/web/node_modules" "$web/node_modules"
fi
(cd "$web" && PAGE_OUT="$out" npm run --silent build)
echo "$sources" >"$out.work/built"
