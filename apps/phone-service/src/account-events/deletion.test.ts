import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { recordOneCall } from '../testing/record-one-call.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

/** Tables whose rows outlive their workspace. */
const remainingOfWorkspace: Readonly<Record<string, string>> = {
  audit_entries: 'The audit log is kept for the time that the operator has set.',
  deleted_workspaces: 'Deleted an hour after the last call of the workspace.',
  due_deletions: 'Deleted when its deletion is done.',
}

/** Tables whose rows outlive their user. */
const remainingOfUser: Readonly<Record<string, string>> = {
  audit_entries: 'The audit log is kept for the time that the operator has set.',
  analysis_prompt_drafts: 'The prompt belongs to the workspace.',
  analysis_prompt_versions: 'The prompt belongs to the workspace.',
  audio_playbacks: 'Deleted by itself when requests for the same audio are audited again.',
  calls: 'The call log belongs to the workspace.',
  call_charges: 'The costs belong to the workspace.',
  call_comments: 'Comments belong to the calls of the workspace.',
  call_refusals: 'The list of rejected calls belongs to the workspace.',
  contacts: 'Shared contacts belong to the workspace. Another test is about private ones.',
  due_deletions: 'Deleted when its deletion is done.',
  transcript_edits: 'Transcripts belong to the calls of the workspace.',
  deleted_users: 'Deleted an hour later, when no caller leaves a message for the user any more.',
  answered_slots: 'Released when the browser leaves the call.',
  emergency_slots: 'Released when the call ends.',
  group_turns: 'Says where the next turn of a group begins.',
}

const audio = "decode('00', 'hex')"
const id = 'gen_random_uuid()'

/** Fills the tables that the requests of the test do not. */
function listRows(workspace: string, user: string, call: string): readonly string[] {
  return [
    `insert into phone.api_key_scopes (key_id, workspace_id, scopes, limit_group) values (${id}, '${workspace}', '{}', 'a hash')`,
    `insert into phone.caller_id_choices values ('${workspace}', '${user}', null, 'DE', '+15550100', now())`,
    `insert into phone.call_charges (leg_id, call_id, workspace_id, user_id, number, day, reserved_seconds, cost_micros)
   values (gen_random_uuid(), '${call}', '${workspace}', '${user}', '+15550100', '2026-11-23', 1, 0)`,
    `insert into phone.call_comments (id, call_id, workspace_id, user_id, text, created_at, search_text)
   values (${id}, '${call}', '${workspace}', '${user}', 'Call back', now(), '')`,
    `insert into phone.call_refusals (workspace_id, user_id, at, dialled, code) values ('${workspace}', '${user}', now(), '112', 'NO')`,
    `insert into phone.missed_calls_seen values ('${workspace}', '${user}', now())`,
    `insert into phone.missed_call_mails values ('${workspace}', '${user}', '${call}', null)`,
    `insert into phone.voicemails values ('${call}', '${workspace}', '${user}', now())`,
    `insert into phone.group_turns (workspace_id, group_id, user_id) values ('${workspace}', ${id}, '${user}')`,
    `insert into phone.routing_configurations (workspace_id, version, configuration, updated_at) values ('${workspace}', 1, '{}', now())`,
    `insert into phone.phone_verifications (id, workspace_id, number, label, state, tries, calls, called_at, expires_at,
   call_id, started_by, created_at) values (${id}, '${workspace}', '+15550100', '', 'verified', 0, 0, now(), now(), '${call}', '${user}', now())`,
    `insert into phone.announcements (id, workspace_id, name, duration_ms, audio, created_at)
   values ('00000000-0000-4000-8000-000000000001', '${workspace}', 'Hello', 1, ${audio}, now())`,
    `insert into phone.announcement_replacements values ('${workspace}', 'recording', '00000000-0000-4000-8000-000000000001')`,
    `insert into phone.announcements_in_routing values ('${workspace}', '00000000-0000-4000-8000-000000000001')`,
    `insert into phone.greetings values ('${user}', 1, ${audio}, now())`,
    `insert into phone.push_subscriptions (user_id, device_id, session_id, workspace_ids, endpoint_hash, target_encrypted,
   locale, updated_at) values ('${user}', ${id}, 'session', array['${workspace}']::uuid[], 'hash', '', 'en-US', now())`,
    `insert into phone.contact_imports (id, workspace_id, user_id, status, file_name, file_bytes, format, encoding, has_header,
   row_count, columns, labels, visibility, created_at, expires_at) values (${id}, '${workspace}', '${user}', 'draft', '', 1, 'csv',
   'utf-8', true, 1, '[]', '{}', 'shared', now(), now() + interval '7 days')`,
    `insert into phone.analysis_prompt_drafts values ('${workspace}', '', '[]', 1, now(), '${user}', null)`,
    `insert into phone.analysis_prompt_versions values ('${workspace}', 1, '', '[]', '', '${user}', null, now())`,
    `insert into phone.transcriptions values ('${call}', '${workspace}', '${user}', now())`,
    `insert into phone.transcription_tracks (recording_id, call_id, workspace_id, state, due_at)
   select id, call_id, workspace_id, 'done', now() from phone.recordings where call_id = '${call}' limit 1`,
    `insert into phone.transcription_chunks (id, recording_id, call_id, workspace_id, spans, state, due_at)
   select ${id}, recording_id, call_id, '${workspace}', '[]', 'done', now() from phone.transcription_tracks`,
    `insert into phone.transcript_lines (id, call_id, workspace_id, recording_id, leg_id, starts_at, ends_at, text, words, search_text)
   select ${id}, call_id, '${workspace}', recording_id, 'leg', now(), now(), '', '[]', '' from phone.transcription_tracks`,
    `insert into phone.transcript_edits select id, 1, now(), '${user}', null, '' from phone.transcript_lines`,
    `insert into phone.call_analyses (id, call_id, workspace_id, version, requested_by, requested_at, state, due_at)
   values (${id}, '${call}', '${workspace}', 1, '${user}', now(), 'done', now())`,
    `insert into phone.action_items (id, analysis_id, call_id, workspace_id, number, text, owner_user_id, owner_name, sources)
   select ${id}, id, call_id, workspace_id, 1, 'Call back', '${user}', 'Ada', '[]' from phone.call_analyses`,
    `insert into phone.prompt_test_runs (id, workspace_id, text, output_fields, purpose, requested_by, requested_at)
   values (${id}, '${workspace}', '', '[]', 'test', '${user}', now())`,
    `insert into phone.prompt_test_results (id, run_id, call_id, workspace_id, number, prompt, state, due_at)
   select ${id}, id, '${call}', workspace_id, 1, 'draft', 'done', now() from phone.prompt_test_runs`,
    `insert into phone.reference_calls values ('${call}', '${workspace}', '[]', now(), '${user}', null)`,
    `insert into phone.model_providers (workspace_id, purpose, base_url, model, changed_at)
   values ('${workspace}', 'transcription', 'https://models.example.com', 'm', now())`,
    `insert into phone.mail_servers (workspace_id, host, port, security, sender_name, sender_address, changed_at)
   values ('${workspace}', 'mail.example.com', 587, 'none', 'Bakery', 'calls@example.com', now())`,
    `insert into phone.workspace_mails (id, workspace_id, user_id, kind, recipient, subject, created_at, due_at)
   values (${id}, '${workspace}', '${user}', 'missed-calls', 'ada@example.com', '', now(), now() + interval '1 day')`,
    `insert into phone.call_summary_mails select id, '${user}', workspace_id, now() from phone.call_analyses`,
    `insert into phone.mail_rules values ('${workspace}', 'members', '{${user}}', now(), 'off', now())`,
    `insert into phone.retention_periods values ('${workspace}', 30, null, null, null, now())`,
    `insert into phone.self_test_runs (workspace_id, id, ends_at) values ('${workspace}', ${id}, now())`,
    `insert into phone.self_test_results (workspace_id, part, run_id, state, tested_at, tested_by, tested_by_name)
   values ('${workspace}', 'storage', ${id}, 'passed', now(), '${user}', 'Ada')`,
    `insert into phone.test_calls values ('${workspace}', ${id}, '+15550100', '{}', now())`,
    `insert into phone.erasures (id, workspace_id, subject, subject_encrypted, fingerprint, requested_by, requested_at, due_at)
     values (${id}, '${workspace}', 'number', '', 'hash', '${user}', now(), now() + interval '1 hour')`,
    `insert into phone.recording_announcements (id, call_id, workspace_id, leg_id, started_at)
     values (${id}, '${call}', '${workspace}', 'leg', now())`,
    `insert into phone.contact_fields values (${id}, '${workspace}', 'Tier', 'tier', 'text', '[]', false, 0)`,
    `insert into phone.contact_changes values (${id}, '${workspace}', '${user}', 'merge', true, '[]', 2, 1, now(), now() + interval '7 days')`,
    `insert into phone.webhook_endpoints (id, workspace_id, configured_by, url, description, event_types,
   secret_encrypted, created_at)
   values (${id}, '${workspace}', '${user}', 'https://crm.example.com', '', '{call.ended}', '', now())`,
    `insert into phone.webhook_events (id, workspace_id, call_id, type, happened_at, payload, created_at)
   values ('call-ended', '${workspace}', '${call}', 'call.ended', now(), '{}', now())`,
    `insert into phone.webhook_deliveries (id, endpoint_id, event_id, call_id, due_at, created_at)
   select ${id}, id, 'call-ended', '${call}', now() + interval '1 day', now() from phone.webhook_endpoints`,
    `insert into phone.emergency_slots values (gen_random_uuid(), '${workspace}', '${user}')`,
    `insert into phone.answered_slots values (gen_random_uuid(), '${workspace}', '${user}')`,
    `insert into phone.audio_playbacks values ('${user}', '${call}', 'recording.played', now() + interval '1 hour')`,
    `insert into phone.emergency_routes select '${workspace}', id, '12 Baker Street', '933' from phone.trunks where workspace_id = '${workspace}'`,
  ]
}

/** Fills every table with rows of a workspace or a user. Returns the user. */
async function fillTables(
  phone: TestPhone,
): Promise<{ user: FakeUser; workspaceId: string; callId: string }> {
  const { ada: user, callId } = await recordOneCall(phone)
  const api = phone.as(user)
  const [workspaceId = ''] = user.teamIds
  const trunk = { name: 'North line', host: '127.0.0.1', port: 5999, numbers: ['+12125552368'] }
  const table = 'prefix,name,price_per_minute\n1,United States,0.01'
  for (const { status, body } of [
    await api.post('/trunks', trunk),
    await api.put('/price-table', { currency: 'USD', csv: table }),
    await api.put('/limits', (await api.get('/limits')).body),
    await api.put('/limits/daily', { minutesPerDay: 100, spendPerDay: null, timeZone: 'UTC' }),
    await api.patch('/me/settings', { theme: 'dark' }),
    await api.post('/contacts', { name: 'Hedy', phones: [{ typed: '+1 555 0150' }] }),
    await api.post('/contacts', {
      name: 'Doctor',
      visibility: 'private',
      phones: [{ typed: '+1 555 0151' }],
    }),
    await api.post('/blocked-numbers', { number: '+1 555 0152', scope: 'own' }),
    await api.put('/blocked-numbers/anonymous-callers', { areBlocked: true }),
  ])
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  for (const row of listRows(workspaceId, user.id, callId)) await phone.database.pool.query(row)
  return { user, workspaceId, callId }
}

/** Returns the number of rows with an id in one of the columns, of each table that has one of them. */
async function countRows(phone: TestPhone, columns: readonly string[], value: string) {
  const { pool } = phone.database
  const { rows: found } = await pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'phone' and column_name = any($1) order by table_name`,
    [columns],
  )
  const counts = new Map<string, number>()
  for (const { table_name: table, column_name: column } of found) {
    const {
      rows: [row],
    } = await pool.query(`select count(*)::integer as count from phone.${table} where ${column}::text = $1`, [
      value,
    ])
    counts.set(table, (counts.get(table) ?? 0) + row.count)
  }
  return counts
}

function listFilled(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].filter(([, count]) => count > 0).map(([table]) => table)
}

/** Guarantee: nothing of a deleted workspace stays behind. A new table needs a decision. */
test('ZR381: a deleted workspace leaves no row in any table with its id, and no audio', async () => {
  let aheadMs = 0
  await using phone = await startPhone({ now: () => new Date(Date.now() + aheadMs) })
  const { user, workspaceId } = await fillTables(phone)
  const count = () => countRows(phone, ['workspace_id'], workspaceId)
  const isDeleted = ([table]: [string, number]) => !(table in remainingOfWorkspace)
  const empty = [...(await count())].filter(isDeleted).filter(([, rowCount]) => rowCount === 0)
  expect(empty, 'the test fills every table').toEqual([])

  user.teamIds.splice(0)
  expect(await sendAccountEvent(phone, { type: 'team.deleted', data: { id: workspaceId } })).toBe(204)

  const listLeft = async () => {
    // Calls are deleted a minute after their end.
    aheadMs += 30_000
    return listFilled(new Map([...(await count())].filter(isDeleted)))
  }
  await expect.poll(listLeft, { timeout: 30_000 }).toEqual([])
  const files = await readdir(join(phone.dataDirectory, 'recordings'), { recursive: true })
  expect(files.filter((file) => file.endsWith('.wav'))).toEqual([])
  const isForgotten = async () => {
    aheadMs += 60 * 60_000
    return (await count()).get('deleted_workspaces') === 0
  }
  await expect.poll(isForgotten, { timeout: 30_000 }).toBe(true)
})

test('ZR381: a deleted user leaves no row in any table with their id, except those of the workspace', async () => {
  await using phone = await startPhone()
  const { user } = await fillTables(phone)
  const columns = ['user_id', 'owner_user_id', 'scope']
  const count = () => countRows(phone, columns, user.id)
  const isDeleted = ([table]: [string, number]) => !(table in remainingOfUser)
  const empty = [...(await count())].filter(isDeleted).filter(([, rowCount]) => rowCount === 0)
  expect(empty, 'the test fills every table').toEqual([])

  phone.accounts.removeUser(user.id)
  expect(await sendAccountEvent(phone, { type: 'user.deleted', data: { id: user.id, teams: [] } })).toBe(204)

  expect(listFilled(new Map([...(await count())].filter(isDeleted)))).toEqual([])
})

test('ZR381: of a deleted user, private contacts and the audio of voicemails are deleted, and shared contacts and calls remain', async () => {
  await using phone = await startPhone()
  const { user, workspaceId, callId } = await fillTables(phone)
  const grace = phone.as(phone.accounts.addUser('Grace', [workspaceId], [workspaceId]))

  phone.accounts.removeUser(user.id)
  await sendAccountEvent(phone, { type: 'user.deleted', data: { id: user.id, teams: [] } })

  const { rows: contacts } = await phone.database.pool.query('select name from phone.contacts')
  expect(contacts).toEqual([{ name: 'Hedy' }])
  const { status, body: call } = await grace.get(`/calls/${callId}`)
  expect([status, call.recordings]).toEqual([200, []])
  const countRecordings = async () =>
    (await phone.database.pool.query('select from phone.recordings')).rows.length
  await expect.poll(countRecordings, { timeout: 10_000 }).toBe(0)
})

test('ZR381: the data of other workspaces and users remains', async () => {
  await using phone = await startPhone()
  const { user, workspaceId } = await fillTables(phone)
  const before = await countRows(phone, ['workspace_id', 'user_id'], workspaceId)

  for (const [type, deleted] of [
    ['team.deleted', randomUUID()],
    ['user.deleted', randomUUID()],
  ] as const)
    await sendAccountEvent(phone, { type, data: { id: deleted, teams: [] } })
  await sendAccountEvent(phone, { type: 'team.deleted', data: { id: phone.accounts.addTeam('Smithy') } })
  await new Promise((resolve) => setTimeout(resolve, 6_000))

  expect(await countRows(phone, ['workspace_id', 'user_id'], workspaceId)).toEqual(before)
  expect((await phone.as(user).get('/contacts')).body.total).toBe(2)
})
