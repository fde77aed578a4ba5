import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const liveTest = `${phone}/live/live.test.ts`
const accountEventsTest = `${phone}/account-events/account-events.test.ts`

export const liveSocketMutations: readonly Mutation[] = [
  {
    removes: 'ZR502: A request that asks for an upgrade elsewhere keeps its connection for ever.',
    file: 'packages/server/src/http/app.ts',
    find: "method === 'GET' && url?.replace(/\\?.*$/s, '') === webSocketPath",
    replace: 'method !== undefined && url !== undefined',
    tests: ['apps/phone-service/src/live/live.test.ts'],
    name: 'ZR502',
  },
  {
    removes: 'CM1: An event does not close the live connection.',
    file: `${phone}/account-events/check-access.ts`,
    find: '  services.live.recheckUser(userId)\n',
    replace: '',
    tests: [accountEventsTest],
    name: 'SR13',
  },
  {
    removes: 'SR25: The live connection sends ended calls to every member.',
    file: 'apps/phone-service/src/call-log/details/publish-details.ts',
    find: 'isPhoneAdmin: administrators.has(userId)',
    replace: 'isPhoneAdmin: true',
    tests: [`${phone}/call-log/own-calls.test.ts`],
    name: 'SR25: an ended call',
  },
  {
    removes: 'Pages of other origins open the live socket.',
    file: `${phone}/live/serve-live.ts`,
    find: 'if (origin !== undefined && !isOwnOrigin(origin))',
    replace: 'if (origin === "" && !isOwnOrigin(origin))',
    tests: [liveTest],
    name: 'other origins',
  },
  {
    removes: 'A live socket accepts the token of another user.',
    file: `${phone}/live/live-connection.ts`,
    find: 'if (user.userId !== handset.userId)',
    replace: 'if (user && user.userId === "")',
    tests: [liveTest],
    name: 'new token of the same user only',
  },
  {
    removes: 'A live socket accepts messages without limit.',
    file: `${phone}/live/live-connection.ts`,
    find: 'if (this.#receivedInWindow > maxMessagesPerWindow)',
    replace: 'if (this.#receivedInWindow < 0)',
    tests: [liveTest],
    name: 'too many messages',
  },
  {
    removes: 'A message to the live socket may have any size.',
    file: `${phone}/live/serve-live.ts`,
    find: '{ options: { maxPayload: maxMessageBytes } }',
    replace: '{}',
    tests: [`${phone}/live/live.test.ts`],
    name: 'a message of 40 KiB',
  },
  {
    removes: 'AV4: A connection of the live socket that is closed handles further messages.',
    file: `${phone}/live/live-connection.ts`,
    find: '    this.#isClosed = true\n',
    replace: '',
    tests: [liveTest],
    name: 'AV4: after a malformed',
  },
  {
    removes:
      'AV4: A connection of the live socket that is closed handles the messages that it received before.',
    file: `${phone}/live/live-connection.ts`,
    find: 'if (!this.#isClosed) await action()',
    replace: 'await action()',
    tests: [liveTest],
    name: 'AV4: after an invalid token',
  },
]
