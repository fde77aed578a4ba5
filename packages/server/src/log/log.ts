import { type DestinationStream, pino } from 'pino'

/** Events are `noun.verb` in the past tense; identifiers are fields, never part of the name. */
export interface Log {
  info(event: string, fields?: object): void
  warn(event: string, fields?: object): void
  error(event: string, fields?: object): void
}

/** Fields whose value is never written, wherever they stand up to three levels deep. */
const secretFields = [
  'password',
  'old_password',
  'new_password',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'code',
  'nonce',
  'secret',
  'authorization',
  'cookie',
]

/** Writes one JSON object a line. */
export function createLog(options: {
  readonly level: 'info' | 'warn' | 'error' | 'silent'
  readonly destination?: DestinationStream
}): Log {
  const paths = ['', '*.', '*.*.'].flatMap((depth) => secretFields.map((field) => `${depth}${field}`))
  const logger = pino(
    { level: options.level, base: null, redact: { paths, censor: '[left out]' } },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  )
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: object = {}) =>
      logger[level]({ event, ...fields })
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
