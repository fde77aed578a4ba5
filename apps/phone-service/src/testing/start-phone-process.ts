import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import type { FakeAccountService } from './fake-account-service.ts'
import { createClient } from './start-phone.ts'

export interface PhoneProcessOptions {
  readonly databaseUrl: string
  readonly accounts: Pick<FakeAccountService, 'connection'>
  readonly dataDirectory: string
  readonly sipPort: number
  /** Connects several processes; undefined for a single one. */
  readonly redisUrl?: string
}

/**
 * Starts a phone service in another process, which can be killed. It is killed at the latest when it is
 * disposed.
 */
export async function startPhoneProcess(
  options: Omit<PhoneProcessOptions, 'accounts'> & { readonly accounts: FakeAccountService },
) {
  const { connection } = options.accounts
  const parameters = JSON.stringify({ ...options, accounts: { connection } } satisfies PhoneProcessOptions)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-phone.ts'), parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const url = await waitUntil(
    () => `the phone service listens: ${output}`,
    () => /listening at (\S+)\n/.exec(output)?.[1],
    60_000,
  ).catch(async (error) => {
    await kill()
    throw error
  })
  return {
    ...createClient({ url }, options.accounts),
    accounts: options.accounts,
    service: { url },
    pid: child.pid,
    /** Lets the process end with its last call. Resolves to its exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
    /** Ends the process without giving it time for anything. */
    kill,
    [Symbol.asyncDispose]: kill,
  }
}
