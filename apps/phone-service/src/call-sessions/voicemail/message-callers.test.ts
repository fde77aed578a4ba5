import { waitUntil } from '@parley/primitives'
import { createSine, detectTones } from '@parley/rtp'
import { expect, test } from 'vitest'
import { fetchWav } from '../../testing/fetch-wav.ts'
import { startPhoneWithTrunk } from '../../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../../testing/test-browser.ts'
import { waitUntilSpoken } from '../../testing/voicemail-messages.ts'

const [own, customer] = ['+12125552368', '+12125550187']
const customerHz = 700

/** Starts a message of Ada in the voicemail of Grace, whose number she calls, or that of Linus who forwards his calls. */
async function startMessage(workspace: 'same' | 'other' = 'same', way: 'called' | 'forwarded' = 'called') {
  const stack = new AsyncDisposableStack()
  const { phone, provider, ada, api } = stack.use(await startPhoneWithTrunk())
  const grace =
    workspace === 'same' ? phone.accounts.addUser('Grace', [...ada.teamIds]) : phone.signUp('Grace')
  const asGrace = phone.as(grace)
  const readNumber = async (user: typeof ada): Promise<string> => {
    const { numbers } = (await phone.as(user).get('/me')).body
    return numbers.find((one: { number: string }) => one.number !== own).number
  }
  const linus = phone.accounts.addUser('Linus', [...grace.teamIds])
  const forwarding = { when: 'always', number: await readNumber(grace) }
  expect((await phone.as(linus).patch('/me/settings', { forwarding })).status).toBe(200)
  const atAda = stack.use(await openBrowser(phone, ada))
  const atGrace = stack.use(await openBrowser(phone, grace))
  const answer = async () => {
    const far = await provider.nextCall()
    await far.answer()
    far.play(createSine(customerHz, 8_000))
    return far
  }
  const callCustomer = async () => {
    const browser = stack.use(await openBrowser(phone, ada))
    const { id } = await browser.call(customer, { from: own })
    const far = await answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, far }
  }
  const other = await callCustomer()
  const { id } = await atAda.call(await readNumber(way === 'called' ? grace : linus))
  const { call } = await atGrace.next('call.incoming')
  expect((await asGrace.post(`/calls/${call.id}/voicemail`)).status).toBe(200)
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  return {
    api,
    id,
    other,
    answer,
    waitUntilSpoken: (ms: number) => waitUntilSpoken(phone, grace, ms),
    readGrace: async () => (await asGrace.get(`/calls/${call.id}`)).body,
    /** Waits for the message, and returns its tones. */
    findTones: async () => {
      const message = await waitUntil('the message is listed', async () => {
        const { items } = (await asGrace.get('/voicemails')).body
        return items?.length === 1 && items[0]
      })
      const { samples, sampleRate } = await fetchWav(phone, grace, `/calls/${message.call.id}/audio-links`)
      const windows = Array.from({ length: Math.floor(samples.length / 800) }, (_, n) =>
        samples.subarray(n * 800, (n + 1) * 800),
      )
      return windows.flatMap((window) => detectTones(window, [customerHz], sampleRate))
    },
    readMessages: async () => (await asGrace.get('/voicemails')).body.items,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Message = Awaited<ReturnType<typeof startMessage>>

/** Connects a customer with the voicemail, and returns the id of the call of Ada when the customer has answered. */
const ways = {
  merges: async ({ api, id, other }: Message) => {
    const merged = await api.post(`/calls/${id}/merge`, { call: other.id })
    expect(merged.status).toBe(200)
    return merged.body.id
  },
  adds: async ({ api, id, answer }: Message) => {
    expect((await api.post(`/calls/${id}/participants`, { to: customer, from: own })).status).toBe(201)
    await answer()
    return id
  },
}

/** Guarantee: a voicemail records those who have heard its greeting, and no others, who do not know it. */
test.each([
  ['merges', 'same'],
  ['adds', 'same'],
  ['adds', 'other'],
] as const)(
  'ZR662: a message ends when its caller %s a call, and the customer is not recorded (%s workspace)',
  async (way, workspace) => {
    await using message = await startMessage(workspace)
    await message.waitUntilSpoken(1_500)

    const id = await ways[way](message)

    await expect.poll(async () => (await message.readGrace()).phase).toBe('ended')
    expect(await message.findTones()).toEqual([])
    expect((await message.api.get(`/calls/${id}`)).body.phase).toBe('talking')
  },
)

test('ZR662: a message ends when a caller whose call was forwarded adds a customer', async () => {
  await using message = await startMessage('same', 'forwarded')
  await message.waitUntilSpoken(1_500)

  await ways.adds(message)

  await expect.poll(async () => (await message.readGrace()).phase).toBe('ended')
  expect(await message.findTones()).toEqual([])
})

test('ZR662: a voicemail hangs up when its caller adds a number during the greeting', async () => {
  await using message = await startMessage()
  expect((await message.readGrace()).isInVoicemail).toBe(true)

  await ways.adds(message)

  await expect.poll(async () => (await message.readGrace()).phase).toBe('ended')
  expect(await message.readMessages()).toEqual([])
})

test.each(['called', 'forwarded'] as const)(
  'ZR662: the message of a caller with another call is recorded to its end (%s)',
  async (way) => {
    await using message = await startMessage('same', way)
    await message.waitUntilSpoken(1_500)

    expect((await message.readGrace()).phase).toBe('ringing')
    await message.api.post(`/calls/${message.id}/hang-up`, {})

    expect(await message.findTones()).toEqual([])
    expect((await message.readMessages())[0].durationMs).toBeGreaterThan(1_000)
  },
)
