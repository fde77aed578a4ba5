import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '@parley/dev-env'
import type { DatabaseServer } from '@parley/server'
import type { ClientConfig } from 'pg'
import { type Server, startServer } from './processes.ts'

const commandLine = new URL('../../apps/parley/src/command-line.ts', import.meta.url).pathname

/** The account service in its own process without rate limits, with its command line. */
export interface Service extends Server {
  /** Runs a `parley` command on the same database and returns its output. */
  run(...words: readonly string[]): Promise<string>
}

/**
 * Starts `parley serve --role accounts` as in production, with full password hashing cost; e-mail goes to
 * `smtpPort`.
 */
export async function startService(
  { connection }: Pick<DatabaseServer, 'connection'>,
  { directory, smtpPort }: { readonly directory: string; readonly smtpPort: number },
): Promise<Service> {
  const [port = 0] = await freePorts(1)
  const environment = {
    DATABASE_URL: toDatabaseUrl(connection),
    PARLEY_DATA: join(directory, 'accounts'),
    PARLEY_SECRET: 'a secret of the benchmark, long enough to be taken',
    PARLEY_ACCOUNTS_PORT: String(port),
    PARLEY_PUBLIC_ACCOUNTS_URL: 'http://accounts.example.com',
    PARLEY_PHONE_SIGN_UP: 'open',
    PARLEY_PUBLIC_PHONE_URL: 'http://phone.example.com',
    PARLEY_RATE_LIMIT_FACTOR: '1000000',
    PARLEY_MAX_CONNECTIONS_PER_NETWORK: '10000',
    PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  }
  const server = await startServer(commandLine, ['serve', '--role', 'accounts'], environment, {
    port,
    ready: 'Parley is ready',
  })
  return {
    ...server,
    async run(...words) {
      const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...words], {
        env: { ...process.env, ...environment },
      })
      return stdout.trim()
    },
  }
}

export function toDatabaseUrl({ host = '', user = '', password, database = '' }: ClientConfig): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
}
