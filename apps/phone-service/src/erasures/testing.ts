import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect } from 'vitest'
import { type CallRouting, createCallState, nextCallState } from '../call-state/index.ts'
import { createImportClient } from '../testing/import-client.ts'
import {
  type AnalysedWorkspace,
  analyse,
  insertTranscribedCall,
  startAnalysedWorkspace,
} from '../testing/start-analysed-workspace.ts'
import type { TestPhone } from '../testing/start-phone.ts'
import { callerNumber, storeCall } from '../testing/start-workspace.ts'

export const otherNumber = '+12125550143'

/** Starts a workspace whose administrator Ada erases data, with a clock that the test advances. */
export async function startErasing() {
  let aheadMs = 0
  const all = await startAnalysedWorkspace({ now: () => new Date(Date.now() + aheadMs) })
  const { phone, ada, hedy } = all
  const findErasure = async (id: string) => (await phone.as(ada).get(`/erasures/${id}/receipt`)).body.erasure
  return {
    ...all,
    otherWorkspace: hedy.teamIds[0] ?? '',
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms: number) => {
      aheadMs += ms
    },
    preview: (subject: object) => phone.as(ada).post('/erasures/preview', { subject }),
    request: (subject: object) => phone.as(ada).post('/erasures', { subject }),
    waitForProblem: (id: string, problem: string) =>
      waitUntil(
        `the erasure has the problem ${problem}`,
        async () => (await findErasure(id)).problem === problem,
        30_000,
      ),
    /** Lets time pass until an erasure has had a number of turns without progress. */
    waitForAttempts: (id: string, attempts: number) =>
      waitUntil(
        `the erasure had ${attempts} turns without progress`,
        async () => {
          aheadMs += 10_000
          const sql = 'select attempts from phone.erasures where id = $1'
          return (await phone.database.pool.query(sql, [id])).rows[0].attempts >= attempts
        },
        45_000,
      ),
    /** Lets time pass until an erasure is complete. */
    async waitForReceipt(id: string) {
      let found: unknown
      return await waitUntil(
        () => `the erasure is complete: ${JSON.stringify(found)}`,
        async () => {
          aheadMs += 10_000
          const erasure = await findErasure(id)
          found = erasure
          return erasure.completedAt === null ? null : erasure
        },
        45_000,
      )
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

export type ErasingWorkspace = Awaited<ReturnType<typeof startErasing>>

/** Adds a node that does not run, and whose last heartbeat was some hours ago. Returns its id. */
export async function insertNode({ phone }: Pick<ErasingWorkspace, 'phone'>, hours = 1): Promise<string> {
  const { rows } = await phone.database.pool.query<{ id: string }>(
    `insert into phone.nodes (id, started_at, heartbeat_at, epoch)
     values (gen_random_uuid(), now() - interval '3 days', now() - make_interval(hours => $1), 1) returning id`,
    [hours],
  )
  return rows[0]?.id ?? ''
}

/** Stores a missed call of another number, through a menu, a queue and a group whose name is the erased number. */
export async function insertMentioningCall({ phone, workspace, grace }: ErasingWorkspace): Promise<string> {
  const partName = callerNumber
  const routing: CallRouting = {
    steps: [
      {
        kind: 'menu',
        menuId: randomUUID(),
        menus: [],
        groups: [],
        queues: [],
        unanswered: null,
        savedBy: null,
        partName,
      },
      {
        kind: 'queue',
        queueId: randomUUID(),
        id: randomUUID(),
        memberIds: [grace.id],
        strategy: 'all',
        ringMs: 20_000,
        maxWaitMs: 60_000,
        maxCallers: 5,
        announcesPosition: false,
        partName,
      },
      {
        kind: 'ring',
        userIds: [grace.id],
        ringMs: 20_000,
        busyUsers: 'rung',
        turnOfGroupId: null,
        partName,
      },
    ],
    step: 0,
    ringsFor: [grace.id],
    rangFor: [grace.id],
    undisturbed: [],
  }
  const events = [
    { type: 'routed', at: 1, routing },
    { type: 'ended', at: 3, reason: 'missed' },
  ] as const
  const state = events.reduce(nextCallState, createCallState('incoming', 1))
  const { id } = await storeCall(phone, workspace, state, { number: otherNumber })
  await phone.database.pool.query(`insert into phone.call_events values ($1, 1, now(), 'routed', $2)`, [
    id,
    JSON.stringify({ routing, numbers: [callerNumber, otherNumber] }),
  ])
  return id
}

/** Stores all kinds of data of a number in the workspace, and some in another one. Its contact is Zebulon. */
export async function fillNumber(all: ErasingWorkspace) {
  const { phone, workspace, otherWorkspace, ada, grace, hedy } = all
  const { pool } = phone.database
  const contact = { name: 'Zebulon', notes: 'Zeb owes us', phones: [{ typed: callerNumber }] }
  const ofLinus = { ...contact, visibility: 'private' }
  expect((await phone.as(all.linus).post('/contacts', ofLinus)).status).toBe(201)
  await deleteContact(all)
  const shared = { ...contact, phones: [...contact.phones, { typed: '+1 212 555 0143' }] }
  expect((await phone.as(ada).post('/contacts', shared)).status).toBe(201)
  await importContact(all)
  const calls = [
    await insertTranscribedCall(phone, workspace, { answeredBy: grace, callerName: 'Zebulon' }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
  ]
  const [callId = ''] = calls
  await analyse(phone, grace, callId)
  await phone.as(grace).put(`/calls/${callId}/notes`, { notes: 'Zeb owes us' })
  await phone.as(grace).put(`/calls/${callId}/tags`, { tags: ['Zebulon'] })
  await phone.as(grace).post(`/calls/${callId}/comments`, { text: 'Zebulon called' })
  await phone.as(ada).post('/blocked-numbers', { number: callerNumber, scope: 'workspace' })
  for (const [id, call, user] of [
    [workspace, callId, grace.id],
    [otherWorkspace, await insertTranscribedCall(phone, otherWorkspace, { answeredBy: hedy }), hedy.id],
  ])
    await fillRows(pool, { workspaceId: id ?? '', callId: call ?? '', userId: user ?? '' })
  await phone.as(hedy).post('/contacts', contact)
  return { ...all, callIds: calls }
}

/** Deletes a contact with the number, which can be undone. */
async function deleteContact({ phone, grace }: ErasingWorkspace) {
  const { body: deleted } = await phone
    .as(grace)
    .post('/contacts', { name: 'Zebulon', visibility: 'private', phones: [{ typed: callerNumber }] })
  expect((await phone.as(grace).delete(`/contacts/${deleted.id}`)).status).toBe(200)
}

/** Imports a contact with the number, and uploads a file that is not imported. */
async function importContact({ phone, ada }: ErasingWorkspace) {
  const importer = createImportClient(phone, ada)
  const file = `Name,Phone,Company\nZebulon,${callerNumber},Zebulon & Sons`
  const imported = await importer.importFile(file)
  expect(imported.counts).toMatchObject({ updated: 1 })
  expect((await importer.upload(file)).status).toBe(201)
}

async function fillRows(
  pool: AnalysedWorkspace['phone']['database']['pool'],
  { workspaceId, callId, userId }: Record<'workspaceId' | 'callId' | 'userId', string>,
) {
  await pool.query(
    `insert into phone.call_charges (leg_id, call_id, workspace_id, user_id, number, day, reserved_seconds, cost_micros)
     values (gen_random_uuid(), $1, $2, $3, $4, '2026-11-23', 1, 0)`,
    [callId, workspaceId, userId, callerNumber],
  )
  for (const dialled of [callerNumber, '(212) 555-0142'])
    await pool.query(
      `insert into phone.call_refusals (workspace_id, user_id, at, dialled, code) values ($1, $2, now(), $3, 'NO')`,
      [workspaceId, userId, dialled],
    )
  await pool.query(
    `insert into phone.call_events values ($1, 1, now(), 'leg-added', jsonb_build_object('leg', jsonb_build_object('number', $2::text)))`,
    [callId, callerNumber],
  )
  for (const kind of ['call-summary', 'missed-calls'])
    await pool.query(
      `insert into phone.workspace_mails (id, workspace_id, user_id, kind, call_ids, recipient, subject, created_at, due_at)
       values (gen_random_uuid(), $1, $2, $5, array[$3]::uuid[], 'ada@example.com', $4, now(), now() + interval '1 day')`,
      [workspaceId, userId, callId, `Zebulon ${callerNumber}`, kind],
    )
  await pool.query(
    `insert into phone.recording_announcements (id, call_id, workspace_id, leg_id, started_at, ended_at, outcome)
     select gen_random_uuid(), id, workspace_id, state -> 'legs' -> 0 ->> 'id', now(), now(), 'played'
     from phone.calls where id = $1`,
    [callId],
  )
  await pool.query('insert into phone.missed_call_mails values ($1, $2, $3, null)', [
    workspaceId,
    userId,
    callId,
  ])
}

interface Search {
  /** Tables that may have the text. */
  readonly except: readonly string[]
  readonly exceptWorkspace?: string
  readonly onlyWorkspace?: string
}

/** Returns the rows of all tables that contain a text in any column. */
export async function listTextsWith(
  { database: { pool } }: Pick<TestPhone, 'database'>,
  text: string,
  { except, exceptWorkspace, onlyWorkspace }: Search,
): Promise<string[]> {
  const { rows: tables } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'phone' and table_type = 'BASE TABLE'`,
  )
  const calls = async (workspace: string) =>
    (await pool.query('select id from phone.calls where workspace_id = $1', [workspace])).rows.map(
      ({ id }) => id,
    )
  const excluded = exceptWorkspace ? [exceptWorkspace, ...(await calls(exceptWorkspace))] : []
  const included = onlyWorkspace ? [onlyWorkspace, ...(await calls(onlyWorkspace))] : null
  const found: string[] = []
  for (const { table_name: table } of tables.filter((each) => !except.includes(each.table_name))) {
    const { rows } = await pool.query<{ line: string }>(
      `select found::text as line from phone.${table} found where strpos(found::text, $1) > 0`,
      [text],
    )
    for (const { line } of rows)
      if (!excluded.some((id) => line.includes(id)) && (included?.some((id) => line.includes(id)) ?? true))
        found.push(`${table}: ${line}`)
  }
  return found
}
