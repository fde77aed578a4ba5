import { spawn } from 'node:child_process'

/**
 * Waits until its standard input is closed, which happens when the parent process exits for any reason. Has
 * no effect on directories that are already removed and servers that have already exited.
 */
const script = `
cat > /dev/null
for directory in "$@"; do
  external=$(cat "$directory/postgresql-is-at" 2> /dev/null)
  for files in "$directory/data" "$directory/postgresql" "$external"; do
    [ -n "$files" ] && [ -f "$files/postmaster.pid" ] || continue
    pid=$(head -n 1 "$files/postmaster.pid")
    tr '\\0' '\\n' < "/proc/$pid/cmdline" 2> /dev/null | grep -qxF "$files" && kill -QUIT "$pid"
    sleep 1
  done
  [ -n "$external" ] && rm -rf "$(dirname "$external")"
  rm -rf "$directory"
done
`

/**
 * Removes the data directories of a test and stops their database servers when this process exits, even when
 * it is killed.
 */
export function removeWithProcess(directories: readonly string[]): void {
  const remover = spawn('/bin/sh', ['-c', script, 'remove-with-process', ...directories], {
    // Ctrl-C at the terminal must not end it before the cleanup.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  remover.unref()
  ;(remover.stdin as unknown as { unref(): void }).unref()
}
