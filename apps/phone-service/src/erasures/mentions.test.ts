import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CallRouting, createCallState, nextCallState } from '../call-state/index.ts'
import { callerNumber, listCallIds, storeCall } from '../testing/start-workspace.ts'
import { type ErasingWorkspace, listTextsWith, startErasing } from './testing.ts'

const otherNumber = '+12125550143'

/** Stores a missed call of another number, through a menu, a queue and a group whose name is the erased number. */
async function insertMentioningCall({ phone, workspace, grace }: ErasingWorkspace): Promise<string> {
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

/** Guarantee (ZR949): an erasure ends whatever has the number as its name. */
test('ZR949: an erasure ends although a menu, a queue and a group have the number as their name', async () => {
  await using all = await startErasing()
  const { phone, ada, grace, linus } = all
  const callId = await insertMentioningCall(all)

  const { body: requested } = await all.request({ number: callerNumber })
  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 1, recordings: 0 })

  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
  const { rows } = await phone.database.pool.query('select data from phone.call_events')
  expect(rows[0].data.numbers).toEqual([otherNumber])
  expect((await phone.as(ada).get(`/calls/${callId}`)).body).toMatchObject({ number: otherNumber })
  expect(await listCallIds(phone, grace)).toEqual([callId])
  expect(await listCallIds(phone, linus)).toEqual([])
})

/** Guarantee (ZR950): a call that cannot lose the number delays no other one, and is not counted. */
test('ZR950: calls lose the number although others cannot, and the page says that the erasure failed', async () => {
  await using all = await startErasing()
  const { phone } = all
  const { pool } = phone.database
  const callIds: string[] = []
  for (const _ of [1, 2, 3]) callIds.push(await insertMentioningCall(all))
  const [retaining = '', failing = ''] = callIds.toSorted()
  // As a text that no erasure knows: the name of a property.
  await pool.query(`update phone.call_events set data = jsonb_build_object($1::text, 1) where call_id = $2`, [
    callerNumber,
    retaining,
  ])
  await pool.query(`create function phone.fail() returns trigger language plpgsql as $$ begin
    if old.id = '${failing}' and new.version > old.version then raise exception 'No'; end if; return new; end $$`)
  await pool.query(
    'create trigger fail before update on phone.calls for each row execute function phone.fail()',
  )

  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'failed')
  const listVersions = async () =>
    (await pool.query('select id, version from phone.calls order by id')).rows.map(({ version }) => version)
  await all.waitForAttempts(requested.id, 3)
  const versions = await listVersions()
  // Each call is changed at most once.
  expect(versions.map((version) => version - Math.min(...versions)).toSorted()).toEqual([0, 1, 1])
  await pool.query('drop trigger fail on phone.calls')
  await pool.query(`update phone.call_events set data = '{}' where call_id = $1`, [retaining])

  const receipt = await all.waitForReceipt(requested.id)
  expect(receipt.counts).toMatchObject({ calls: 3 })
  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
  expect((await pool.query('select from phone.erasure_mentions')).rowCount).toBe(0)
}, 90_000)
