# Sourced by .ci/run and .ci/release: installs Debian packages, starts servers on ports of their own, and stops them at the end.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
# PostgreSQL refuses to run as root.
as_owner() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

# install PROGRAM=PACKAGE...: installs the packages of the programs that are absent.
install() {
  local missing=() pair
  for pair in "$@"; do command -v "${pair%%=*}" >/dev/null || missing+=("${pair##*=}"); done
  [ -n "$(postgres_bin)" ] || missing+=(postgresql)
  [ ${#missing[@]} -gt 0 ] || return 0
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
}

# open_room: a directory for everything that the run leaves, which ends with it.
open_room() {
  room=$(mktemp -d)
  # PostgreSQL's own user passes it.
  chmod 755 "$room"
  # What each run of tests has counted.
  export KITH_TEST_COUNTS="$room/counts"
  touch "$KITH_TEST_COUNTS"
  trap stop EXIT
}

# start_servers: PostgreSQL and Redis, whose addresses use_servers exports.
start_servers() {
  [ -n "${room:-}" ] || open_room
  bin=$(postgres_bin)
  # Tests look for pg_dump and pg_restore there. Without a browser that is named they fail, rather than being skipped.
  export PATH="$PATH:$bin"
  # The headless shell takes a quarter less CPU than the whole browser.
  KITH_TEST_CHROMIUM=$(command -v chromium-headless-shell) || { echo 'chromium-headless-shell was not found.' >&2; exit 1; }
  export KITH_TEST_CHROMIUM
  local postgres_port=$((20000 + $$ % 10000)) redis_port=$((10000 + $$ % 10000))
  mkdir "$room/postgres"
  [ "$(id -u)" != 0 ] || chown postgres "$room/postgres"
  as_owner "$bin/initdb" -D "$room/postgres" -U kith -A trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  as_owner "$bin/pg_ctl" -D "$room/postgres" -l "$room/postgres/log" -w start >/dev/null \
    -o "-p $postgres_port -k $room/postgres -c listen_addresses=127.0.0.1 -c fsync=off"
  redis-server --bind 127.0.0.1 --port "$redis_port" --save '' --dir "$room" --pidfile "$room/redis.pid" \
    --daemonize yes >/dev/null
  postgres_url="postgres://kith@127.0.0.1:$postgres_port/postgres"
  redis_url="redis://127.0.0.1:$redis_port"
}

# use_servers: from here on tests use them.
use_servers() { export KITH_TEST_POSTGRES_URL="$postgres_url" KITH_TEST_REDIS_URL="$redis_url"; }

# stop_started: ends the processes that started_pids names.
stop_started() {
  local pid
  for pid in ${started_pids:-}; do kill "$pid" 2>/dev/null && timeout 30 tail --pid="$pid" -f /dev/null; done || true
  started_pids=
}

stop() {
  local status=$?
  [ ! -f "$room/postgres/postmaster.pid" ] || as_owner "$bin/pg_ctl" -D "$room/postgres" -m immediate stop >/dev/null || true
  [ ! -f "$room/redis.pid" ] || kill "$(cat "$room/redis.pid")" || true
  stop_started
  # A step that is no run of tests counts when it fails.
  awk -v status="$status" '{ passed += $1; failed += $2 }
    END { printf "%d passed, %d failed\n", passed, failed + (status != 0 && failed == 0) }' "$KITH_TEST_COUNTS"
  rm -rf "$room"
}
