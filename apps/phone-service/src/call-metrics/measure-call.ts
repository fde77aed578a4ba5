import { setTimeout as wait } from 'node:timers/promises'
import type { callMetrics } from '@parley/contract/phone'
import type { StoredCall } from '../call-log/index.ts'
import {
  type Audio,
  findRecordingAudio,
  listRecordings,
  type RecordingStorageService,
  type StoredRecording,
  withOffsets,
} from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { findSpeech, type SpeechInterval } from '../speech-activity/index.ts'
import { computeNumbers } from './numbers/compute-numbers.ts'

/** After each piece of audio, of about 4 s, as much time is left to other work as the detection of its speech takes. */
const pauseMs = 4

type Deps = Pick<Services, 'database'> & RecordingStorageService

/** No audio of a call can be read. */
class AudioMissingError extends Error {
  override readonly name = 'AudioMissingError'
}

/**
 * Computes the metrics of a call from its recordings, which must be complete. Null when its participants hardly talk.
 *
 * @throws {AudioMissingError} when a recording has no audio, or all are lost
 * @throws {RecordingStoreError}
 */
export async function measureCall(
  deps: Deps,
  call: StoredCall,
  signal: AbortSignal,
): Promise<callMetrics.CallMetrics | null> {
  const recordings = await listRecordings(deps.database, [call.id])
  const audible = withOffsets(recordings.filter(({ state }) => state === 'finished' || state === 'recovered'))
  if (audible.length === 0) throw new AudioMissingError('The call has no recording.')
  const talkers = new Map<string, { legIds: Set<string>; speech: SpeechInterval[] }>()
  for (const recording of audible) {
    const found = await findSpeech(await requireAudio(deps, recording), {
      offsetMs: recording.offsetMs,
      signal,
    })
    const key = toParticipantKey(call, recording.legId)
    const talker = talkers.get(key) ?? { legIds: new Set(), speech: [] }
    talkers.set(key, talker)
    talker.legIds.add(recording.legId)
    for (const interval of found) talker.speech.push(interval)
  }
  const durationMs = audible.reduce(
    (end, { offsetMs, durationMs }) => Math.max(end, offsetMs + durationMs),
    0,
  )
  const all = [...talkers.values()].map(({ legIds, speech }) => ({ legIds: [...legIds], speech }))
  return computeNumbers(all, durationMs)
}

async function requireAudio(deps: Deps, recording: StoredRecording): Promise<Audio> {
  const audio = await findRecordingAudio(deps, recording)
  if (!audio) throw new AudioMissingError('A recording has no audio.')
  return {
    totalBytes: audio.totalBytes,
    async *read(start, end) {
      for await (const chunk of audio.read(start, end)) {
        yield chunk
        await wait(pauseMs)
      }
    },
  }
}

/** Returns the user or number of a leg: a participant who changes to another device or is called again has several. */
function toParticipantKey({ state }: StoredCall, legId: string): string {
  const leg = state.legs.find(({ id }) => id === legId)
  return leg?.userId ?? leg?.number ?? legId
}
