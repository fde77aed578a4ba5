import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Environment variable that all processes of one run of Vitest inherit. */
export const runVariable = 'PARLEY_TEST_RUN'

const steps = [
  // Processes that are just ending are no problem.
  { signal: null, waitMs: 5_000 },
  { signal: 'SIGTERM', waitMs: 15_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/** Ends processes that a run of Vitest left behind, and prints their command lines. */
export async function endLeftovers(runId: string): Promise<void> {
  for (const { signal, waitMs } of steps) {
    const endsAt = Date.now() + waitMs
    for (const { pid, command } of findProcesses(runId)) {
      if (!signal) continue
      console.log(`Ending a process that the tests left running (${signal}): ${command}`)
      try {
        process.kill(pid, signal)
      } catch {
        // It ended by itself.
      }
    }
    while (findProcesses(runId).length > 0 && Date.now() < endsAt) await sleep(100)
  }
}

function findProcesses(runId: string): { pid: number; command: string }[] {
  return (
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((name) => ({
        pid: Number(name),
        environment: read(name, 'environ'),
        command: read(name, 'cmdline'),
      }))
      .filter(({ environment }) => environment.split('\0').includes(`${runVariable}=${runId}`))
      .map(({ pid, command }) => ({ pid, command: command.replaceAll('\0', ' ').slice(0, 200) }))
      // It removes data directories after the test process has ended, and ends by itself.
      .filter(({ command }) => !command.includes('remove-with-process'))
  )
}

/** Returns an empty text for a process that has ended, or that belongs to another user. */
function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
