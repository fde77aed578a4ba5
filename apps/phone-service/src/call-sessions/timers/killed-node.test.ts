import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { numberOfTrunk, startTwoNodes } from '../../testing/start-two-nodes.ts'
import { openBrowser } from '../../testing/test-browser.ts'

/** Long enough for 12 s of silence and the checks after it. */
const failOverMs = 60_000

/** Guarantee: a call of a node that dies does not ring without end, and nothing happens to it afterwards. */
test('ZR110: of two nodes that are killed while calls ring, the other one, or their own restart, ends the calls with their timers', {
  timeout: 5 * failOverMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, ada, database } = nodes
  await using browser = await openBrowser(one.phone, ada)
  const ring = async (from: string, sipPort: number) => {
    await far.call(numberOfTrunk, from, sipPort)
    return (await browser.next('call.incoming', ({ call }) => call.number === from)).call.id
  }
  const list = async (callId: string) =>
    (await database.pool.query('select name from phone.call_timers where call_id = $1', [callId])).rows
  const findEnd = async (callId: string) =>
    (await database.pool.query('select end_reason from phone.calls where id = $1', [callId])).rows[0]

  const ofOther = await ring('+15550142', other.sipPort)
  expect(await list(ofOther)).toEqual([{ name: 'ringing' }])
  await other.kill()
  const hasEnded = (id: string) => async () => (await findEnd(id))?.end_reason === 'server-stopped'
  await waitUntil('the other node ends the call', hasEnded(ofOther), failOverMs)
  expect(await list(ofOther)).toEqual([])

  const ofOne = await ring('+15550143', one.sipPort)
  expect(await list(ofOne)).toEqual([{ name: 'ringing' }])
  await one.kill()
  await one.restart()
  expect(await findEnd(ofOne)).toEqual({ end_reason: 'server-stopped' })
  expect(await list(ofOne)).toEqual([])
})

test('ZR276: a call in a menu of a process that is killed ends with its timer at the restart', {
  timeout: 5 * failOverMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, far, ada, grace, database } = nodes
  const menuId = '00000000-0000-4000-8000-0000000000f1'
  const hangUp = { kind: 'hang-up' }
  const entries = [{ key: '1', label: 'Grace', target: { kind: 'user', userId: grace.id } }]
  const menus = [{ id: menuId, name: 'Main', announcementId: null, entries, fallback: hangUp }]
  const open = { kind: 'menu', menuId }
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered: hangUp }]
  const configuration = { groups: [], openingHours: [], menus, routes }
  const saved = await one.phone.as(ada).put('/routing', { version: 0, configuration })
  expect(saved.status).toBe(200)
  const caller = await far.call(numberOfTrunk, '+15550142', one.sipPort)
  await caller.receivesSpeech()
  const { rows } = await database.pool.query('select name from phone.call_timers')
  expect(rows).toEqual([{ name: 'menu' }])

  await one.kill()
  await one.restart()

  const ended = await database.pool.query('select end_reason, answered_at from phone.calls')
  expect(ended.rows).toEqual([{ end_reason: 'server-stopped', answered_at: null }])
  expect((await database.pool.query('select name from phone.call_timers')).rows).toEqual([])
})
