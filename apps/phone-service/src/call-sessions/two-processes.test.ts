import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { readHealth } from '../testing/open-incoming-trunk.ts'
import { numberOfTrunk, startTwoNodes } from '../testing/start-two-nodes.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Long enough for 12 s of silence and the checks after it. */
const failOverMs = 60_000

/** Guarantee: a call at one node is used from another one, and neither Redis nor a crash leaves it open. */
test('FO1, FO2: a tab at one node uses the calls of another one, also after Redis was killed, until that node is killed', {
  timeout: 5 * failOverMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, redis, ada, database } = nodes
  await using browser = await openBrowser(one.phone, ada)
  const api = one.phone.as(ada)

  const caller = await far.call(numberOfTrunk, '+15550142', other.sipPort)
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  const { rows } = await database.pool.query('select distinct node_id from phone.calls')
  expect(rows).toHaveLength(1)
  expect((await api.put(`/calls/${call.id}/on-hold`, { onHold: true })).status).toBe(200)
  expect((await api.put(`/calls/${call.id}/on-hold`, { onHold: false })).status).toBe(200)

  await redis.kill()
  const mute = async () => await api.put(`/calls/${call.id}/muted`, { muted: true })
  await waitUntil('the loss of Redis is reported', async () => {
    const [status, body] = await readHealth(one.phone.service.url, '?db')
    return status === 200 && String(body.limitation).includes('Redis')
  })
  const rejected = await mute()
  expect([rejected.status, rejected.body.code]).toEqual([409, 'CALL_ON_OTHER_SERVER'])
  await redis.start()
  await waitUntil('commands take effect', async () => (await mute()).status === 200, failOverMs)

  await other.kill()

  expect(await caller.next('ended')).toMatchObject({ by: 'peer' })
  const isOver = () =>
    browser.messages.some((message) => message.type === 'call.ended' && message.call.id === call.id)
  await waitUntil('the tab is notified', isOver, failOverMs)
  expect((await api.get(`/calls/${call.id}`)).body).toMatchObject({
    phase: 'ended',
    endReason: 'server-stopped',
  })
  const dialled = await browser.call('+1 212 555 0187')
  const answered = await far.nextCall()
  await answered.answer()
  await browser.waitForCall(dialled.id, ({ phase }) => phase === 'talking')
})

/** Guarantee: the crash of the node of a tab interrupts no call of another node, and its user controls the call from there. */
test('FO1, FO2: a call continues when the node of its tab is killed, in a tab at its own node, and after Redis was killed in one at the restarted node', {
  timeout: 5 * failOverMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, redis, ada } = nodes
  await using browser = await openBrowser(one.phone, ada)
  browser.say(500)
  const caller = await far.call(numberOfTrunk, '+15550142', other.sipPort)
  caller.play(createSine(700, 8_000))
  const { id } = (await browser.next('call.incoming')).call
  await browser.answer(id)
  await caller.receivesTone(500)
  const act = async (action: string, body: object = {}) =>
    await one.phone.as(ada).post(`/calls/${id}/${action}`, body)
  expect((await act('park')).status).toBe(200)
  await browser.pickUp(id)
  await caller.receivesTone(500)

  await one.kill()

  await caller.receivesTone(500)
  await using reconnected = await openBrowser(other.phone, ada)
  expect((await other.phone.as(ada).get('/calls/active')).body.items).toMatchObject([{ id }])
  reconnected.say(1_100)
  await reconnected.rejoin(id)
  await Promise.all([caller.receivesTone(1_100, [500]), reconnected.waitForTone(700)])

  await Promise.all([one.restart(), redis.kill()])
  await redis.start()
  await waitUntil(
    'the restarted node reaches the call',
    async () => (await one.phone.as(ada).put(`/calls/${id}/muted`, { muted: false })).status === 200,
    failOverMs,
  )
  const transfer = { to: '+12125550187', from: numberOfTrunk, mode: 'attended' }
  expect((await act('transfer', transfer)).status).toBe(200)
  const target = await far.nextCall()
  await target.answer()
  target.play(createSine(1_500, 8_000))
  await target.receivesTone(1_100)
  expect((await act('transfer/complete')).status).toBe(200)
  await Promise.all([target.receivesTone(700, [1_100]), caller.receivesTone(1_500, [1_100])])
})

test('FO1: the calls of a node that is killed and started again end immediately, and the other node continues', async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, ada, database } = nodes
  await using browser = await openBrowser(other.phone, ada)
  const { id } = await browser.call('+1 212 555 0187')
  const call = await far.nextCall()
  await call.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  await one.kill()
  await one.restart()

  expect((await one.phone.as(ada).get('/calls/active')).body.items).toMatchObject([{ id, phase: 'talking' }])
  await other.kill()
  await other.restart()
  const { rows } = await database.pool.query('select phase, end_reason from phone.calls where id = $1', [id])
  expect(rows).toEqual([{ phase: 'ended', end_reason: 'server-stopped' }])
  expect(await call.next('ended')).toMatchObject({ by: 'peer' })
})
