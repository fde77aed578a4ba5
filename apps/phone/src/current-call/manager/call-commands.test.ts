// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createFakeApi, type Responses } from '../../phone.fixture.ts'
import { callFixture, createLocalCall } from '../call.fixture.ts'
import { createCallCommands } from './call-commands.ts'
import { CallStore } from './call-store.ts'

const localCall = createLocalCall(callFixture)

function startCommands(responses: Responses) {
  const { api, requests } = createFakeApi(responses)
  const callStore = new CallStore(() => undefined)
  callStore.update((before) => ({ ...before, localCalls: [localCall], activeKey: localCall.key }))
  return { commands: createCallCommands({ api, callStore, onError: () => undefined }), callStore, requests }
}

/** Guarantee: the service applies the user's last command last, also when a request is repeated. */
test('"unmute" is sent after the response to "mute"', async () => {
  const { promise: firstResponse, resolve: respond } = Promise.withResolvers<typeof callFixture>()
  const responses = [firstResponse, Promise.resolve(callFixture)]
  const { commands, requests } = startCommands({
    'PUT /calls/{call}/muted': () => responses.shift() ?? callFixture,
  })

  const muted = commands.setMuted(localCall.key, true)
  const unmuted = commands.setMuted(localCall.key, false)
  await new Promise((resolve) => setImmediate(resolve))
  expect(requests).toHaveLength(1)
  respond(callFixture)
  await Promise.all([muted, unmuted])

  const bodies = requests.map((request) => request.name === 'PUT /calls/{call}/muted' && request.input.body)
  expect(bodies).toEqual([{ muted: true }, { muted: false }])
})

test.each(['mute', 'hold'] as const)(
  'a pending request to %s one call does not delay that of another call',
  async (kind) => {
    const other = {
      ...createLocalCall({ ...callFixture, id: '00000000-0000-4000-8000-0000000000c2' }),
      key: 'other',
    }
    const pending = Promise.withResolvers<typeof callFixture>()
    const answer = ({ params }: { params: { call: string } }) =>
      params.call === callFixture.id ? pending.promise : callFixture
    const { commands, callStore } = startCommands({
      'PUT /calls/{call}/muted': answer,
      'PUT /calls/{call}/on-hold': answer,
    })
    callStore.update((before) => ({ ...before, localCalls: [localCall, other] }))
    const send = (key: string) =>
      kind === 'mute' ? commands.setMuted(key, true) : commands.setOnHold(key, true)

    const first = send(localCall.key)
    await send(other.key)
    pending.resolve(callFixture)

    await first
  },
)

test('digits are sent in the order in which they were pressed', async () => {
  const received: string[] = []
  let started = 0
  const { commands } = startCommands({
    async 'POST /calls/{call}/digits'({ body }) {
      // The first one takes longest.
      for (let turn = started++; turn < 3; turn++) await Promise.resolve()
      received.push(body.digits)
      return { success: true }
    },
  })

  await Promise.all(['4', '1', '#'].map((digit) => commands.sendDigits(localCall.key, digit)))

  expect(received).toEqual(['4', '1', '#'])
})
