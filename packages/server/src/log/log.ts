import { type DestinationStream, pino } from 'pino'
import { withoutSecrets } from './without-secrets.ts'

/** Events are `noun.verb` in the past tense; identifiers are fields, never part of the name. */
export interface Log {
  info(event: string, fields?: object): void
  warn(event: string, fields?: object): void
  error(event: string, fields?: object): void
}

/** Writes one JSON object a line. Values that are named or shaped like a secret are left out. */
export function createLog(options: {
  readonly level: 'info' | 'warn' | 'error' | 'silent'
  /** Standard error when left out. */
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
      if (logger.isLevelEnabled(level)) logger[level]({ event, ...withoutSecrets(fields) })
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
