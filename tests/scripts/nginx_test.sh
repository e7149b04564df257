#!/usr/bin/env bash
# The configuration of nginx that docs/hosting.md shows, run by a real nginx before a real server, on
# loopback and free ports. `nginx_test.sh CASE PROGRAM` runs the function test_CASE.
set -euo pipefail
program=$2
document=$(cd "$(dirname "$0")/../.." && pwd)/docs/hosting.md
for tool in nginx openssl curl; do
  command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 0; }
done
folder=$(mktemp -d)
server="" nginx=""
end() {
  [ -z "$nginx" ] || kill -TERM "$nginx" 2>/dev/null || true
  [ -z "$server" ] || kill -TERM "$server" 2>/dev/null || true
  wait
  rm -rf "$folder"
}
trap end EXIT

fail() {
  echo "$*" >&2
  tail -n 20 "$folder"/*.log >&2 || true
  exit 1
}
is() { [ "$1" = "$2" ] || fail "it is '$1', not '$2'"; }

# What the document has in its first block of that language that contains the text.
from_document() {
  awk -v begin="^\`\`\`$1\$" -v text="$2" '
    $0 ~ begin { inside = 1; block = ""; next }
    /^```$/ { if (inside && index(block, text)) { printf "%s", block; exit } inside = 0 }
    inside { block = block $0 "\n" }' "$document"
}

# start_server OPTION…: at a free port.
start_server() {
  exec {said}< <(exec "$program" serve --no-browser --data "$folder/data" --kaskade-port 0 "$@" --port 0 2>&1)
  server=$!
  local line=""
  until [[ $line =~ "Spielwerk is at http://localhost:"([0-9]+) ]]; do
    read -r -t 60 -u "$said" line || fail "the server does not begin: $line"
  done
  server_port=${BASH_REMATCH[1]}
}

# The documented configuration with ports, certificate and folders of this test, and nothing else changed.
start_nginx() {
  local attempt
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=games.example.org \
    -addext subjectAltName=DNS:games.example.org -keyout "$folder/key.pem" -out "$folder/certificate.pem" 2>/dev/null
  for attempt in {1..20}; do
    http=$((20000 + RANDOM % 6000 * 2)) https=$((http + 1))
    from_document nginx proxy_pass | sed -E \
      -e '/listen \[::\]/d' \
      -e "s/listen 80;/listen 127.0.0.1:$http;/" \
      -e "s/listen 443 ssl/listen 127.0.0.1:$https ssl/" \
      -e "s|^( *ssl_certificate +).*|\1$folder/certificate.pem;|" \
      -e "s|^( *ssl_certificate_key +).*|\1$folder/key.pem;|" \
      -e "s/server 127.0.0.1:8080;/server 127.0.0.1:$server_port;/" >"$folder/spielwerk.conf"
    {
      [ "$(id -u)" -ne 0 ] || echo "user root;"
      cat <<TEXT
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx.log;
worker_processes 1;
events { worker_connections 512; }
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/spielwerk.conf;
}
TEXT
    } >"$folder/nginx.conf"
    nginx -c "$folder/nginx.conf" -p "$folder" -e "$folder/nginx.log" 2>>"$folder/nginx.log" &
    nginx=$!
    until ask -o /dev/null /healthz 2>/dev/null; do
      kill -0 $nginx 2>/dev/null || break
    done
    ! kill -0 $nginx 2>/dev/null || return 0
    grep -q 'Address already in use' "$folder/nginx.log" || fail "nginx does not begin"
  done
  fail "no free ports in twenty attempts"
}

# ask [OPTION…] PATH: over TLS, with the certificate checked.
ask() {
  curl -sS --max-time 30 --cacert "$folder/certificate.pem" --resolve "games.example.org:$https:127.0.0.1" \
    --resolve "games.example.org:$http:127.0.0.1" "${@:1:$#-1}" "https://games.example.org:$https${*: -1}"
}
code() { ask -o /dev/null -w '%{http_code}' "$@"; }
table='{"game": "tictactoe", "seats": [{"kind": "human", "name": "Anna"}, {"kind": "human", "name": "Ben"}]}'
create() { ask -H 'Content-Type: application/json' -d "$table" "$@" /api/tables; }
# exhaust ADDRESS [OPTION…]: creates tables until it is refused; prints how many there were.
exhaust() {
  local answer count
  for count in {0..300}; do
    answer=$(create -o /dev/null -w '%{http_code}' --interface "$@")
    [ "$answer" != 429 ] || { echo "$count"; return; }
    is "$answer" 201
  done
  fail "it is never refused"
}

documented_options() { from_document sh SPIELWERK_OPTIONS | sed -n 's/^SPIELWERK_OPTIONS="\(.*\)"$/\1/p' | sed 's/--port 8080//'; }
start_both() {
  local options
  options=$(documented_options)
  [[ $options == *--host\ games.example.org* ]] || fail "no options in the document: $options"
  # shellcheck disable=SC2086
  start_server $options
  start_nginx
}

test_thePageComesOverTls() {
  start_both
  is "$(ask -o "$folder/page" -w '%{http_code} %{content_type}' /)" "200 text/html; charset=utf-8"
  grep -qi '<!doctype html>' "$folder/page" || fail "it is no page"
  is "$(curl -sS --resolve "games.example.org:$http:127.0.0.1" -o /dev/null -w '%{http_code} %{redirect_url}' \
    "http://games.example.org:$http/table?a=1")" "301 https://games.example.org/table?a=1"
  is "$(code /metrics)" 404
}

test_requestsHaveABound() {
  start_both
  head -c 2200000 /dev/zero >"$folder/large"
  is "$(code --data-binary "@$folder/large" -H 'Content-Type: application/json' /api/tables)" 413
}

test_tablesAreLive() {
  start_both
  id=$(create | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p')
  [ -n "$id" ] || fail "no table was created"
  # A WebSocket by hand: the request, then a text frame whose mask is zero.
  coproc tls { openssl s_client -quiet -connect "127.0.0.1:$https" -servername games.example.org \
    -CAfile "$folder/certificate.pem" -verify_return_error 2>>"$folder/tls.log"; }
  local line="" origin=https://games.example.org hello='{"type":"hello"}'
  printf 'GET /api/tables/%s/live HTTP/1.1\r\nHost: games.example.org\r\nOrigin: %s\r\nUpgrade: websocket\r\n' \
    "$id" "$origin" >&"${tls[1]}"
  printf 'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n' >&"${tls[1]}"
  read -r -t 30 -u "${tls[0]}" line || fail "no answer"
  is "${line%$'\r'}" "HTTP/1.1 101 Switching Protocols"
  until [ "${line%$'\r'}" = "" ]; do read -r -t 30 -u "${tls[0]}" line || fail "no end of the headers"; done
  printf "\\x81\\x$(printf %x $((128 + ${#hello})))\\0\\0\\0\\0%s" "$hello" >&"${tls[1]}"
  # Up to the first closing brace of the message; what comes before it is the frame's head.
  LC_ALL=C read -r -t 30 -d '}' -u "${tls[0]}" line 2>/dev/null || fail "no message"
  [[ $line == *'"type":"table"'* ]] || fail "it is '$line'"
  kill "$tls_PID"
}

# An address may create sixty tables at once, then one a second. One visitor has used that up; another has
# not, whatever the first one claims to be.
test_visitorsHaveAllowancesOfTheirOwn() {
  start_both
  [ "$(exhaust 127.0.0.2)" -ge 60 ] || fail "the first visitor gets too little"
  [ "$(exhaust 127.0.0.2 -H 'X-Forwarded-For: 127.0.0.9')" -lt 40 ] || fail "it is believed to be somebody else"
  [ "$(exhaust 127.0.0.2 -H 'Forwarded: for=127.0.0.8')" -lt 40 ] || fail "it is believed to be somebody else"
  [ "$(exhaust 127.0.0.3)" -ge 60 ] || fail "the second visitor pays for the first"
}

# Without the option the server sees only the proxy: so the test above can fail.
test_withoutTrustAllShareOne() {
  # shellcheck disable=SC2046
  start_server $(documented_options | sed 's/--trusted-proxy [^ ]*//')
  start_nginx
  [ "$(exhaust 127.0.0.2)" -ge 60 ] || fail "the first visitor gets too little"
  [ "$(exhaust 127.0.0.3)" -lt 40 ] || fail "the second visitor has an allowance of its own"
}

"test_$1"
