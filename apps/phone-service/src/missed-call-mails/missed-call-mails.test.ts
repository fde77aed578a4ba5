import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Starts a phone whose clock the test sets ahead, with a trunk of a workspace of two members. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const clock = { aheadMs: 0 }
  const phone = stack.use(await startPhone({ now: () => new Date(Date.now() + clock.aheadMs) }))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const atAda = stack.use(await openBrowser(phone, ada))
  return {
    phone,
    ada,
    grace,
    clock,
    /** Calls the workspace and hangs up. Resolves to the id of the missed call. */
    async missCall(from?: string): Promise<string> {
      const call = await trunk.callIn(from)
      const seen = new Set(
        atAda.messages.flatMap((each) => (each.type === 'call.ended' ? [each.call.id] : [])),
      )
      const { call: ringing } = await atAda.next('call.incoming', (each) => !seen.has(each.call.id))
      await call.hangUp()
      await atAda.next('call.ended', (each) => each.call.id === ringing.id)
      return ringing.id
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function countWaiting({ database }: TestPhone): Promise<number> {
  const waiting = 'select from phone.missed_call_mails where sent_at is null'
  return (await database.pool.query(waiting)).rowCount ?? 0
}

function waitUntilHandled(phone: TestPhone) {
  return waitUntil('all calls are handled', async () => (await countWaiting(phone)) === 0)
}

/** Guarantee (ZR159): missed calls neither flood a mailbox nor send markup of a caller to it. */
test('ZR159, ZR216: a member who wants it gets one e-mail about calls that were missed within minutes', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, clock } = bakery
  await phone.as(ada).post('/contacts', { name: '<img src=x> & Sons', phones: [{ typed: '+1 555 0142' }] })
  await phone.as(grace).patch('/me/settings', { missedCallMails: 'all' })
  const first = await bakery.missCall('+15550142')
  await waitUntil('the call waits for others', async () => (await countWaiting(phone)) === 1)
  const second = await bakery.missCall('sign-in.evil.example')
  expect(phone.accounts.mails).toEqual([])

  clock.aheadMs = 4 * 60_000
  const mail = await waitUntil('the e-mail', () => phone.accounts.mails[0])

  expect(mail).toMatchObject({ userId: grace.id, workspaceName: "Ada's team" })
  expect(mail.calls.map((call) => [call.id, call.caller_name, call.caller_number])).toEqual([
    [second, null, null],
    [first, '<img src=x> & Sons', '+1 555 0142'],
  ])
  clock.aheadMs = 10 * 60_000
  await bakery.missCall()
  clock.aheadMs = 14 * 60_000
  await waitUntil('the next e-mail', () => phone.accounts.mails[1])
  expect(phone.accounts.mails.map(({ userId }) => userId)).toEqual([grace.id, grace.id])
  expect(phone.accounts.mails[1]?.calls).toHaveLength(1)
})

test('ZR159: users without a verified address, who saw the call or want calls to their number only, get no e-mail', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, clock } = bakery
  const [linus, hedy] = [
    phone.accounts.addUser('Linus', ada.teamIds),
    phone.accounts.addUser('Hedy', ada.teamIds),
  ]
  phone.accounts.setUnverified(linus.id)
  await phone.as(linus).patch('/me/settings', { missedCallMails: 'all' })
  await phone.as(hedy).patch('/me/settings', { missedCallMails: 'own' })
  for (const user of [ada, grace]) await phone.as(user).patch('/me/settings', { missedCallMails: 'all' })
  await bakery.missCall()
  await phone.as(ada).post('/calls/missed/seen')

  clock.aheadMs = 4 * 60_000
  await waitUntil('the e-mail', () => phone.accounts.mails[0])
  await waitUntilHandled(phone)

  expect(phone.accounts.mails.map(({ userId }) => userId)).toEqual([grace.id])
})

test('an e-mail that the account service does not accept is not sent again, and delays no other', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, clock } = bakery
  expect((await phone.as(ada).get('/me/mails')).body).toEqual({
    arePossible: true,
    isEmailVerified: true,
    missedCalls: 'off',
  })
  for (const user of [ada, grace]) await phone.as(user).patch('/me/settings', { missedCallMails: 'all' })
  phone.accounts.refuseMailsTo(grace.id)
  await bakery.missCall()

  clock.aheadMs = 4 * 60_000
  await waitUntil('the e-mail', () => phone.accounts.mails[0])
  await waitUntilHandled(phone)
  expect(phone.accounts.mails.map(({ userId }) => userId)).toEqual([ada.id])

  phone.accounts.disableMails()
  expect((await phone.as(ada).get('/me/mails')).body).toMatchObject({ arePossible: false })
})

/** Guarantee: an account service that is down is not asked again for each of many recipients. */
test('a run ends after three failed e-mails, and the next one sends them', async () => {
  await using bakery = await startBakery()
  const { phone, ada, clock } = bakery
  const names = ['Hedy', 'Linus', 'Margaret', 'Radia', 'Barbara']
  for (const user of names.map((name) => phone.accounts.addUser(name, ada.teamIds)))
    await phone.as(user).patch('/me/settings', { missedCallMails: 'all' })
  phone.accounts.failMails('always')
  await bakery.missCall()

  clock.aheadMs = 4 * 60_000
  const { failedMailTimes } = phone.accounts
  // Within a run, the requests follow each other immediately; the next run begins seconds later.
  const endOfRun = () =>
    failedMailTimes.findIndex((time, index) => time - (failedMailTimes[index - 1] ?? time) > 2_500)
  await waitUntil('the next run', () => endOfRun() > 0)
  expect(endOfRun()).toBeLessThanOrEqual(3)

  phone.accounts.failMails('never')
  await waitUntil('the e-mails', () => phone.accounts.mails.length === names.length)
})

test('the e-mails of a workspace are in its language, those of another one in that of the server, and the time zone of the user', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, clock } = bakery
  const linus = phone.signUp('Linus')
  await using trunkOfLinus = await openIncomingTrunk(phone, linus, { numbers: ['+12125552369'] })
  await using atLinus = await openBrowser(phone, linus)
  await phone.as(ada).put('/limits/language', { language: 'de-DE' })
  for (const user of [grace, linus]) await phone.as(user).patch('/me/settings', { missedCallMails: 'all' })
  await phone.as(grace).patch('/me/settings', { timeZone: 'Europe/Berlin' })
  await bakery.missCall('+15550142')
  const call = await trunkOfLinus.callIn('+15550142')
  await atLinus.next('call.incoming')
  await call.hangUp()
  await atLinus.next('call.ended')

  clock.aheadMs = 4 * 60_000
  await waitUntil('both e-mails', () => phone.accounts.mails.length === 2)

  const find = (user: FakeUser) => phone.accounts.mails.find(({ userId }) => userId === user.id)
  expect([find(grace), find(linus)]).toMatchObject([
    { language: 'de-DE', timeZone: 'Europe/Berlin' },
    { language: 'en-US', timeZone: null },
  ])
})
