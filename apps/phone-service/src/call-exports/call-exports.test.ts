import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone } from '../testing/start-phone.ts'
import { insertIncomingCall } from '../testing/start-workspace.ts'

/** Starts a workspace of Ada, who administers it, and Grace with calls of both, and Hedy in another one. */
async function startWithCalls() {
  const phone = await startPhone()
  const workspace = phone.accounts.addTeam('Bakery')
  const ada = phone.accounts.addUser('Ada', [workspace], [workspace])
  const grace = phone.accounts.addUser('Grace', [workspace])
  const hedy = phone.signUp('Hedy')
  const exportAs = async (user: FakeUser, query = '') => {
    const token = await phone.accounts.tokenFor(user.id)
    const response = await fetch(`${phone.service.url}/api/v1/calls/csv${query}`, {
      headers: { 'x-stack-access-token': token },
    })
    return { status: response.status, lines: (await response.text()).trim().split('\n') }
  }
  return {
    phone,
    workspace,
    ada,
    grace,
    hedy,
    exportAs,
    [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose](),
  }
}

/** Guarantee (ZR859): an export contains what the user may read in the list, no formulas, and is audited. */
test('ZR859: calls are exported by the rights of the user, without formulas, and this is audited', async () => {
  await using all = await startWithCalls()
  const { phone, workspace, ada, grace, hedy, exportAs } = all
  const ofGrace = await insertIncomingCall(phone, workspace, {
    answeredBy: grace,
    startedAt: Date.now() - 9_000,
  })
  await insertIncomingCall(phone, workspace, { answeredBy: ada, startedAt: Date.now() - 8_000 })
  const notes = '=HYPERLINK("https://evil.example")'
  expect((await phone.as(grace).put(`/calls/${ofGrace}/notes`, { notes })).status).toBe(200)

  const own = await exportAs(grace)
  const whole = await exportAs(ada, '?scope=workspace')

  expect(own.status).toBe(200)
  expect(own.lines).toHaveLength(2)
  expect(own.lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(whole.lines).toHaveLength(3)
  expect((await exportAs(ada)).lines).toHaveLength(2)
  expect((await exportAs(ada, '?scope=workspace&search=nothing-like-this')).lines).toHaveLength(1)
  expect((await exportAs(hedy, '?scope=workspace')).lines).toHaveLength(1)
  expect((await exportAs(grace, '?scope=workspace')).status).toBe(403)
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'calls.exported')
  expect(entries).toHaveLength(5)
  expect(entries[0]).toMatchObject({ actor_id: grace.id, details: { scope: 'own', isSearch: false } })
})

test('all calls are exported, in pages', async () => {
  await using all = await startWithCalls()
  const { phone, workspace, ada, exportAs } = all
  const id = await insertIncomingCall(phone, workspace, { answeredBy: ada, startedAt: Date.now() - 9_000 })
  const { rows } = await phone.database.pool.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_schema = 'phone' and table_name = 'calls' and column_name not in ('id', 'started_at')
       and is_generated = 'NEVER'`,
  )
  await phone.database.pool.query(
    `insert into phone.calls (id, started_at, ${rows[0].names})
     select gen_random_uuid(), started_at - n * interval '1 minute', ${rows[0].names}
     from phone.calls, generate_series(1, 449) n where id = $1`,
    [id],
  )

  expect((await exportAs(ada)).lines).toHaveLength(451)
})
