import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { insertTranscribedCall, startAnalysedWorkspace } from '../testing/start-analysed-workspace.ts'
import { type LedgerFilter, listAnnounced } from './records/index.ts'

/** Guarantee (ZR920): a page of the ledger reads no entries that its filter excludes. */
test.each([
  { filter: 'incomplete', others: 'played' },
  { filter: 'played', others: 'interrupted' },
] as const)('ZR920: $filter announcements are found among 20,000 others by an index', async (tested) => {
  await using all = await startAnalysedWorkspace()
  const { phone, workspace, grace } = all
  const { pool } = phone.database
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await pool.query(
    `insert into phone.recording_announcements (id, call_id, workspace_id, leg_id, started_at, ended_at, outcome)
     select gen_random_uuid(), $1, $2, 'leg', now() - number * interval '1 s', now(), $3
     from generate_series(1, 20000) as number`,
    [callId, workspace, tested.others],
  )
  await pool.query('analyze phone.recording_announcements')

  const plan = await explainPage(phone.database, workspace, tested.filter)

  expect(plan).toContain(`recording_announcements_${tested.filter}`)
  expect(plan).not.toMatch(/Filter|Sort|Seq Scan on recording_announcements/)
})

/** Returns how the database finds a page of the ledger. */
async function explainPage(
  { pool }: Awaited<ReturnType<typeof startAnalysedWorkspace>>['phone']['database'],
  workspace: string,
  filter: LedgerFilter['filter'],
): Promise<string> {
  const plans: Promise<string>[] = []
  const database = new Kysely<PhoneTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      const explained = pool.query(`explain ${query.sql}`, [...query.parameters])
      plans.push(explained.then(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n')))
    },
  })
  const page = { filter, from: null, until: null, after: null, limit: 50 }
  expect(await listAnnounced(database.withSchema('phone'), workspace, page)).toEqual([])
  return (await Promise.all(plans)).join('\n')
}
