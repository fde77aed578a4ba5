import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { DatabaseServer } from '@parley/server'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts everything. */
export interface MailServer extends AsyncDisposable {
  readonly port: number
  /** Arrival time of the last e-mail by address, from `performance.now()`. */
  readonly arrivals: ReadonlyMap<string, number>
}

export async function startMailServer(): Promise<MailServer> {
  const arrivals = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) arrivals.set(address, performance.now())
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    arrivals,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

/**
 * Pauses job processing, so that jobs do not compete with the measurement for CPU. Jobs are still stored.
 * Disposing resumes processing and waits until all jobs are done.
 */
export async function pauseJobs({ pool }: DatabaseServer): Promise<AsyncDisposable> {
  await pool.query(`create function jobs.hold_job() returns trigger language plpgsql as
    $$ begin new.start_after := now() + interval '1 day'; return new; end $$`)
  await pool.query(
    'create trigger hold_job before insert on jobs.job_common for each row execute function jobs.hold_job()',
  )
  return {
    async [Symbol.asyncDispose]() {
      await pool.query('drop trigger hold_job on jobs.job_common; drop function jobs.hold_job()')
      const held = `from jobs.job_common where state in ('created', 'retry', 'active') and name not like '\\_\\_%'`
      await pool.query(`update jobs.job_common set start_after = now() where state = 'created'`)
      while ((await pool.query(`select ${held} limit 1`)).rowCount)
        await new Promise((resolve) => setTimeout(resolve, 500))
    },
  }
}
