import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { detectTones, readWav } from '@parley/rtp'
import type { ConferenceEvent } from '../conference-event.ts'
import type { EngineEvent } from '../engine-event.ts'
import type { LegId } from '../identifiers.ts'
import type { Conference } from '../port.ts'
import type { EngineUnderTest } from './engine-under-test.ts'

export const ada = { number: '+15550120', name: 'Ada' }
export const toneFrequenciesHz = [500, 700, 1_100] as const

/** Dials the telephone of the test. Returns the id of the leg, a new one by default. */
export async function dial(
  fixture: EngineUnderTest,
  conference: Conference,
  options: { readonly ringTimeoutMs?: number; readonly legId?: LegId } = {},
): Promise<LegId> {
  const { legId = randomUUID() } = options
  await conference.dialOut({ to: '+15550143', trunkId: fixture.trunk.id, as: ada, ...options, legId })
  return legId
}

/** Adds a telephone leg and returns it once answered. */
export async function connect(fixture: EngineUnderTest, conference: Conference) {
  const events = conference.events[Symbol.asyncIterator]()
  const legId = await dial(fixture, conference)
  const far = await fixture.nextCall()
  await far.answer()
  await nextEvent(events, 'leg-joined')
  await events.return?.()
  return { legId, far }
}

export async function collect(conference: Conference): Promise<readonly ConferenceEvent[]> {
  const seen: ConferenceEvent[] = []
  for await (const event of conference.events) seen.push(event)
  return seen
}

/** Returns the next event of this type. */
export async function nextEvent<E extends ConferenceEvent | EngineEvent, T extends E['type']>(
  events: AsyncIterator<E>,
  type: T,
): Promise<Extract<E, { type: T }>> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) throw new Error(`The event stream ended before ${type}.`)
    if (value.type === type) return value as Extract<E, { type: T }>
  }
}

export async function detectTonesIn(
  recordings: readonly { readonly legId: LegId; readonly file: string }[],
  legId: LegId,
): Promise<readonly number[]> {
  const recording = recordings.find((each) => each.legId === legId)
  const wav = recording ? readWav(await readFile(recording.file)) : null
  if (!wav || (wav.sampleRate !== 8_000 && wav.sampleRate !== 16_000)) return []
  return detectTones(wav.pcm.subarray(-wav.sampleRate / 2), [...toneFrequenciesHz], wav.sampleRate)
}
