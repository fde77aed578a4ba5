import { inspect } from 'node:util'

type WriteError = (event: string, fields: { readonly failure: string }) => void

/**
 * Logs every rejected promise without a handler; the process continues, because the work of one client that
 * failed must not end the calls and requests of all others.
 *
 * An uncaught exception is logged and ends the process: it interrupted code between two statements, so that
 * data in memory may be inconsistent.
 *
 * @param write Default: one JSON object per line on standard error, for child processes.
 */
export function logUnhandledErrors(write: WriteError = writeLine): void {
  process.on('unhandledRejection', (reason) => write('rejection.unhandled', { failure: describe(reason) }))
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    if (origin === 'uncaughtException') write('exception.uncaught', { failure: describe(error) })
  })
}

function writeLine(event: string, fields: object): void {
  const line = { level: 'error', time: new Date().toISOString(), event, ...fields }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

function describe(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : inspect(reason)
}
