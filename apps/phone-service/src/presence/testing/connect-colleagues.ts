import { randomUUID } from 'node:crypto'
import type { live } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'
import { connectLive, type PhoneUnderTest } from '../../testing/test-browser.ts'

type Presence = live.Presence

/** Starts a phone with the workspace of Ada and Grace. */
export async function startBakery(options: Parameters<typeof startPhone>[0] = {}) {
  const phone = await startPhone(options)
  const bakery = phone.accounts.addTeam('Bakery')
  const ada = phone.accounts.addUser('Ada', [bakery], [bakery])
  const grace = phone.accounts.addUser('Grace', [bakery])
  return { phone, bakery, ada, grace, [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose]() }
}

/** Opens a tab of a user who watches the presence of colleagues, and may have input. */
export async function openTab(phone: PhoneUnderTest, user: FakeUser) {
  const tab = await connectLive(phone, user, randomUUID())
  let nonce = 0
  return {
    ...tab,
    reportActivity: (state: 'active' | 'idle') => tab.send({ type: 'activity', state }),
    /** Returns all messages about presence. */
    listPresenceMessages: () => tab.messages.filter(({ type }) => type.startsWith('presence.')),
    /** Returns the presence of a colleague as the messages so far describe it. */
    readPresence: (of: FakeUser): Presence => readPresence(tab.messages, of.id),
    waitForPresence: (of: FakeUser, presence: Presence) =>
      waitUntil(
        () => `${of.displayName} is ${presence}, not ${readPresence(tab.messages, of.id)}`,
        () => readPresence(tab.messages, of.id) === presence,
      ),
    /** Waits until the service has handled all earlier messages of the tab, and the tab has received their results. */
    async waitForRoundTrip(): Promise<void> {
      nonce += 1
      const sent = nonce
      tab.send({ type: 'ping', nonce: sent })
      await tab.next('pong', (pong) => pong.nonce === sent)
    },
  }
}

function readPresence(messages: readonly live.ServerMessage[], userId: string): Presence {
  let found: Presence = 'away'
  for (const message of messages) {
    if (message.type === 'presence.list')
      found = message.users.find((user) => user.userId === userId)?.presence ?? 'away'
    if (message.type === 'presence.changed' && message.userId === userId) found = message.presence
  }
  return found
}

/** Returns the personal number of a user. */
export async function getPersonalNumber(phone: TestPhone, user: FakeUser): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}
