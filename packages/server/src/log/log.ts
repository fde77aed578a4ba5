import { type DestinationStream, pino } from 'pino'
import { redactSecrets } from './redact-secrets.ts'

/** Event names are `noun.verb_past` in snake_case. Identifiers are fields, never part of the name. */
export interface Log {
  info(event: string, fields?: object): void
  warn(event: string, fields?: object): void
  error(event: string, fields?: object): void
}

/**
 * Creates a log with one JSON object per line. Values that have the name or the shape of a secret are
 * redacted.
 */
export function createLog(options: {
  readonly level: 'info' | 'warn' | 'error' | 'silent'
  /** Default: standard error. */
  readonly destination?: DestinationStream
}): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  )
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: object = {}) => {
      if (logger.isLevelEnabled(level)) logger[level]({ event, ...redactSecrets(fields) })
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
