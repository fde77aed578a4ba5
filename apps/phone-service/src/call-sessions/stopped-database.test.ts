import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { type DatabaseServer, openDatabase } from '@parley/server'
import { startTestServer } from '@parley/server/testing'
import type { TestCall } from '@parley/simulated-pstn/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNumber } from '../testing/add-workspace.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { createMenu, tones as menuTones, saveMenus, toUser, uploadTone } from '../testing/menu-calls.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { expectMessage, waitUntilSpoken } from '../testing/voicemail-messages.ts'

const tones = { caller: 500, browser: 1_100 }
/** Long enough for several attempts to save. */
const limitMs = 30_000

/** Each test adds workspaces. */
let cluster: Awaited<ReturnType<typeof startTestServer>>
let database: DatabaseServer
let phone: TestPhone
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  cluster = stack.use(await startTestServer())
  database = stack.use(await openDatabase({ kind: 'postgres', url: cluster.applicationUrl }))
  phone = stack.use(await startPhone({ database }))
})
afterAll(() => stack.disposeAsync())

type Api = ReturnType<TestPhone['as']>
type Routing = Parameters<typeof saveMenus>[1]

/** Has a telephone, which plays a tone, call the number of a new workspace. */
async function startCaller(createRouting: (as: Api, user: FakeUser) => Promise<Routing>) {
  const user = phone.signUp('Ada')
  const as = phone.as(user)
  const trunk = stack.use(await openIncomingTrunk(phone, user, { numbers: [createNumber()] }))
  expect((await saveMenus(as, await createRouting(as, user))).status).toBe(200)
  const far = await trunk.callIn()
  far.play(createSine(tones.caller, 8_000))
  return { user, as, far }
}

/** Starts a caller who hears the announcement of a menu. */
async function startInMenu() {
  const caller = await startCaller(async (as, user) => {
    const announcementId = await uploadTone(as, menuTones.main, 20)
    return { menus: [createMenu({ '7': toUser(user) }, { announcementId })] }
  })
  await caller.far.receivesTone(menuTones.main)
  return caller
}

/** Starts a caller who waits in a queue. */
async function startInQueue() {
  const [groupId, queueId] = [randomUUID(), randomUUID()]
  const caller = await startCaller(async (_, { id }) => ({
    menus: [],
    groups: [{ id: groupId, name: 'Bakers', memberIds: [id], strategy: 'all', ringSeconds: 60 }],
    queues: [{ id: queueId, name: 'Orders', groupId, maxWaitSeconds: 300, maxCallers: 5 }],
    open: { kind: 'queue', queueId },
  }))
  await caller.far.next('answered')
  return caller
}

/** Starts a caller who hears a greeting of so many seconds in voicemail. */
async function startInVoicemail(greetingSeconds: number) {
  const caller = await startCaller(async (as) => ({
    menus: [],
    open: { kind: 'voicemail', announcementId: await uploadTone(as, menuTones.main, greetingSeconds) },
  }))
  await caller.far.receivesTone(menuTones.main)
  return caller
}

/** Answers the next call of a user in a new browser, and waits until the caller and the user hear each other. */
async function answerNext(user: FakeUser, far: TestCall, act: () => void = () => {}): Promise<void> {
  await using browser = await openBrowser(phone, user)
  browser.say(tones.browser)
  act()
  const { call } = await browser.next('call.incoming')
  await waitUntil('the phone accepts calls again', () =>
    browser.answer(call.id).then(
      () => true,
      () => false,
    ),
  )
  await Promise.all([browser.waitForTone(tones.caller), far.receivesTone(tones.browser)])
  await far.hangUp()
}

async function waitForEndedCall(as: Api) {
  return await waitUntil(
    'the call has ended',
    async () => {
      const [call] = (await as.get('/calls')).body.items
      return call?.phase === 'ended' && call
    },
    limitMs,
  )
}

async function waitForSlots(): Promise<void> {
  await waitUntil('no call has a slot', async () => {
    const { rows } = await database.pool.query('select slot_ids from phone.calling_limits')
    return rows.every(({ slot_ids }) => slot_ids.length === 0)
  })
}

/** Guarantee: a restart of the database loses no caller who waits, and no message. */
test('callers in a menu, in a queue and at their message stay connected while the database is restarted', async () => {
  const [inMenu, inQueue, inVoicemail] = await Promise.all([
    startInMenu(),
    startInQueue(),
    startInVoicemail(0.5),
  ])
  const begunAt = await waitUntilSpoken({ database }, inVoicemail.user, 500)

  await cluster.stop()
  await cluster.start()
  await answerNext(inMenu.user, inMenu.far, () => inMenu.far.press('7'))
  await answerNext(inQueue.user, inQueue.far)
  await inVoicemail.far.hangUp()
  const spokenMs = Date.now() - begunAt

  await expectMessage(phone, inVoicemail.user, { spokenMs, toneHz: tones.caller })
  await Promise.all([inMenu, inQueue].map(({ as }) => waitForEndedCall(as)))
  await waitForSlots()
})

/** Guarantee (ZR545): callers who act while the database is down get an orderly end, and their messages are stored later. */
test('ZR545: while the database is down, a key in a menu ends its call by BYE, and a message that begins is stored when it is back', async () => {
  const [inMenu, inQueue, inVoicemail] = await Promise.all([
    startInMenu(),
    startInQueue(),
    startInVoicemail(20),
  ])

  await cluster.stop()
  inMenu.far.press('7')
  await inMenu.far.next('ended')
  await inQueue.far.hangUp()
  inVoicemail.far.press('#')
  await inVoicemail.far.receivesTone(1_000)
  const begunAt = Date.now()
  await waitUntil('the caller has spoken', () => Date.now() > begunAt + 2_000)
  await inVoicemail.far.hangUp()
  const spokenMs = Date.now() - begunAt
  await cluster.start()

  await expectMessage(phone, inVoicemail.user, { spokenMs, toneHz: tones.caller })
  expect(await waitForEndedCall(inMenu.as)).toMatchObject({ endReason: 'failed' })
  expect(await waitForEndedCall(inQueue.as)).toMatchObject({ endReason: 'missed' })
  await waitForSlots()
})
