import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseServer } from '@parley/server'
import type { Service } from '../accounts/service.ts'

const count = 1_000_000

/** OP2: the duration of `parley audit verify` for a million entries chained by the service. */
export async function measureAuditLog({ pool }: DatabaseServer, service: Service): Promise<void> {
  await pool.query(
    `insert into accounts.audit_entries
       (at, project_id, actor_type, actor_id, action, outcome, subject_type, subject_id, ip, user_agent, request_id, details)
     select now() - n * interval '1 second', gen_random_uuid(), 'user', gen_random_uuid(), 'session.started', 'success',
       'user', gen_random_uuid(), '192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
       gen_random_uuid(), json_build_object('method', 'password', 'attempt', n)
     from generate_series(1, $1::int) n`,
    [count],
  )
  const chainedAt = performance.now()
  while ((await countChained(pool)) < count) await wait(200)
  const chainedMs = performance.now() - chainedAt
  await pool.query('vacuum analyze accounts.audit_entries')

  const startedAt = performance.now()
  const verdict = await service.run('audit', 'verify')
  const tookMs = performance.now() - startedAt
  const { rows } = await pool.query(
    'select position from accounts.audit_entries order by position desc offset 10 limit 1',
  )
  await pool.query(`update accounts.audit_entries set action = 'nothing' where position = $1`, [
    rows[0].position,
  ])
  const refusal = await service.run('audit', 'verify').then(
    () => 'nothing was found',
    (error: Error) => error.message.split('\n').at(-2),
  )

  console.log(`\nOP2: ${verdict.split('\n')[0]}`)
  console.log(
    `Chained in ${(chainedMs / 1_000).toFixed(1)} s; \`parley audit verify\` took ${(tookMs / 1_000).toFixed(1)} s`,
  )
  console.log(`With a changed entry near the end: ${refusal}`)
}

/** Returns the number of chained entries. */
async function countChained(pool: DatabaseServer['pool']): Promise<number> {
  const { rows } = await pool.query(`select position::int from accounts.audit_ends where which = 'last'`)
  return rows[0]?.position ?? 0
}
