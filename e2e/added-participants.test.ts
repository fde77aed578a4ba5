import { detectTones } from '@parley/rtp'
import { startTestPhone, type TestCall } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { dial, livePanel, messages, sleep, waitForTones, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { answerWithTone } from './telephones.ts'
import { addTrunk } from './trunks.ts'

const own = '+12025550160'
const caller = { number: '+12024560161', toneHz: 1_400 }
const expert = { number: '+12024560162', toneHz: 1_900 }
const rateHz = 8_000
const privateMs = 2_000

/** Returns in how many of the frames of the last two seconds a call has received some of the tones. */
function countFramesWith(call: TestCall, tonesHz: readonly number[]): number {
  const samples = call.receivedAudio(privateMs)
  const size = rateHz / 10
  const frames = Array.from({ length: Math.floor(samples.length / size) }, (_, index) =>
    samples.slice(index * size, (index + 1) * size),
  )
  return frames.filter((frame) => detectTones(frame, tonesHz, rateHz).length > 0).length
}

/** Guarantee: the others in a call hear nothing of what a user says to a number before it is added. */
test('a user talks to a number first, returns to the call, talks to it again, and merges all', async ({
  app,
  openUser,
}) => {
  await using provider = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  const panel = livePanel(page)
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await addTrunk(app, ada, own, provider.port)
  const talkFirst = async () => {
    await press(messages['live.add'])
    await panel.getByRole('textbox', { name: messages['live.add-number'] }).fill(expert.number)
    await press(messages['transfer.talk-first'])
    const call = await provider.nextCall()
    expect(call.target).toContain(expert.number)
    await answerWithTone(call, expert.toneHz)
    await panel.getByText(messages['transfer.talking-first']).waitFor()
    await call.receivesTone(ada.toneHz, [caller.toneHz])
    await waitForTones(ada.received, { present: [expert.toneHz], absent: [caller.toneHz] })
    await sleep(privateMs)
    expect(countFramesWith(first, [ada.toneHz, expert.toneHz])).toBe(0)
    expect(countFramesWith(call, [caller.toneHz])).toBe(0)
    return call
  }

  await dial(page, app, caller.number)
  const first = await provider.nextCall()
  await answerWithTone(first, caller.toneHz)
  await waitUntilConnected(page)
  await first.receivesTone(ada.toneHz)

  const returnedFrom = await talkFirst()
  await press(messages['transfer.return'])
  await returnedFrom.next('ended')
  await first.receivesTone(ada.toneHz, [expert.toneHz])
  await waitForTones(ada.received, { present: [caller.toneHz], absent: [expert.toneHz] })

  const added = await talkFirst()
  await press(messages['transfer.join'])
  await waitForTones(ada.received, { present: [caller.toneHz, expert.toneHz], absent: [] })
  for (const [call, other] of [
    [first, expert],
    [added, caller],
  ] as const) {
    await sleep(privateMs)
    expect(countFramesWith(call, [ada.toneHz])).toBeGreaterThan(10)
    expect(countFramesWith(call, [other.toneHz])).toBeGreaterThan(10)
  }
})
