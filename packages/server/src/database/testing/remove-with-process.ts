import { spawn } from 'node:child_process'

/**
 * Ends when the process that started it ends, however that ends: its standard input is closed then. Disposing before does no
 * harm, since directories are gone then and servers have ended.
 */
const script = `
cat > /dev/null
for directory in "$@"; do
  elsewhere=$(cat "$directory/postgresql-is-at" 2> /dev/null)
  for files in "$directory/data" "$directory/postgresql" "$elsewhere"; do
    [ -n "$files" ] && [ -f "$files/postmaster.pid" ] || continue
    pid=$(head -n 1 "$files/postmaster.pid")
    tr '\\0' '\\n' < "/proc/$pid/cmdline" 2> /dev/null | grep -qxF "$files" && kill -QUIT "$pid"
    sleep 1
  done
  [ -n "$elsewhere" ] && rm -rf "$(dirname "$elsewhere")"
  rm -rf "$directory"
done
`

/**
 * Makes sure that data directories of a test, and the database servers in them, are removed when this process ends, even when
 * it is killed.
 */
export function removeWithProcess(directories: readonly string[]): void {
  const guard = spawn('/bin/sh', ['-c', script, 'remove-with-process', ...directories], {
    // Ctrl-C at the terminal must not end it before its work is done.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
}
