/*
 * What the watchdog is told, one line each: `begins <mark>`, `leads <mark> <group>`, `ended <mark>`, `cleans <folder>`, and
 * `over` at an orderly end. When the pipe closes without that, everything that carries an open mark is killed: by its process
 * group and, where there is a /proc, by the mark in its environment, by the file that it holds, and by its parents.
 */

/**
 * POSIX shell, with grep, ls and, for children of children, awk; few of them, since they start slowly where 200 processes
 * want to run. In rounds, since what is killed may just have started another one, and what verifier started in its last
 * moment may not carry the mark yet: after 1.2 s without any it is over. $1 is the number of the descriptor that is held.
 */
export const SHELL_WATCHDOG = String.raw`
open= folder=
while read -r word value; do
  case $word in
    begins) open="$open $value:" ;;
    leads) next=; for one in $open; do [ "$one" = "${'$'}{value%% *}:" ] && one=$one${'$'}{value##* }; next="$next $one"; done; open=$next ;;
    ended) next=; for one in $open; do case $one in "$value:"*) ;; *) next="$next $one" ;; esac; done; open=$next ;;
    cleans) folder=$value ;;
    over) exit 0 ;;
  esac
done
members() {
  [ -r /proc/self/stat ] || return
  held=$1
  set --
  for one in $open; do set -- "$@" -e "${'$'}{one%:*}"; done
  for file in $(grep -lsF "$@" /proc/[0-9]*/environ); do file=${'$'}{file#/proc/}; echo "${'$'}{file%%/*}"; done
  ls -ld /proc/[0-9]*/fd/$held 2>/dev/null | while read -r line; do
    line=${'$'}{line##*/proc/}
    for one in $open; do case $line in *"verifier-run-${'$'}{one%:*}"*) echo "${'$'}{line%%/*}" ;; esac; done
  done
}
family() {
  command -v awk >/dev/null || { cat; return; }
  cat - /proc/[0-9]*/stat 2>/dev/null | awk -v own=$$ '
    NF == 1 { want[$1] = 1; next }
    { id = $1; sub(/^.*\) /, ""); state[id] = $1; parent[id] = $2 }
    END {
      do { more = 0; for (id in parent) if (!(id in want) && parent[id] in want) { want[id] = 1; more = 1 } } while (more)
      for (id in want) if (id in state && state[id] != "Z" && state[id] != "X" && id != own) print id
    }'
}
clean() {
  case $folder in */verifier-git-*) rm -rf -- "$folder" ;; esac
}
quiet=0 round=0
while [ -n "$open" ] && [ $quiet -lt 12 ] && [ $round -lt 80 ]; do
  ids=$(members "$1" | family) hit=
  for one in $open; do [ -n "${'$'}{one##*:}" ] && kill -9 "-${'$'}{one##*:}" 2>/dev/null && hit=1; done
  [ -n "$ids" ] && kill -9 $ids 2>/dev/null && hit=1
  if [ -z "$hit" ]; then quiet=$((quiet + 1)); sleep 0.1; else quiet=0; sleep 0.05; fi
  [ $round -eq 0 ] && clean
  round=$((round + 1))
done
clean
`;

/** The same where there is no shell, by process groups only (Windows: by the tree of each leader). Plain JavaScript: it is handed to `node -e`. */
export const NODE_WATCHDOG = `
const { spawnSync } = require('node:child_process');
const open = new Map();
let folder = '';
let over = false;
const rl = require('node:readline').createInterface({ input: process.stdin });
rl.on('line', (line) => {
  const [word, value = '', leader] = line.split(' ');
  if (word === 'leads') open.set(value, Number(leader));
  if (word === 'ended') open.delete(value);
  if (word === 'cleans') folder = line.slice(7);
  if (word === 'over') over = true;
});
rl.on('close', () => {
  if (over) return;
  for (const leader of open.values()) {
    try {
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      else process.kill(-leader, 'SIGKILL');
    } catch {}
  }
  if (/[\\\\/]verifier-git-[^\\\\/]+$/.test(folder)) require('node:fs').rmSync(folder, { recursive: true, force: true });
});
`;
