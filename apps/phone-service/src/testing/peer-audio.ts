import { required, waitUntil } from '@parley/primitives'
import { createEncoder, createSine, detectTones } from '@parley/rtp'
import { createTone } from './create-tone.ts'

interface RecordingPeer {
  receivedAudio(): Promise<Int16Array>
}

/** 300 ms. */
const windowSamples = 2_400

/** Returns a tone that is longer than any test, as the voice of a telephone. */
export function createVoice(toneHz: number): Buffer {
  return Buffer.from(createTone(toneHz, { seconds: 60 }), 'base64')
}

/** Returns a second of a tone in PCMU. */
export function createPcmuVoice(toneHz: number): Uint8Array {
  const pcm = required(createSine(toneHz, 8_000).read(8_000), 'samples')
  return Uint8Array.from(createEncoder('PCMU').encode(pcm))
}

/** Waits until a telephone receives the tone `hz`, and none of `others`, for 300 ms. */
export async function waitForPeerTone(
  peer: RecordingPeer,
  hz: number,
  others: readonly number[] = [],
): Promise<void> {
  await waitUntil(`the telephone receives ${hz} Hz`, async () => {
    const lastSamples = (await peer.receivedAudio()).slice(-windowSamples)
    const tones = detectTones(lastSamples, [hz, ...others], 8_000)
    return tones.length === 1 && tones[0] === hz
  })
}

/** Waits until a telephone receives audio at the level of speech. */
export async function waitForPeerSpeech(peer: RecordingPeer): Promise<void> {
  await waitUntil('the telephone receives speech', async () => {
    const lastSamples = (await peer.receivedAudio()).slice(-windowSamples)
    return lastSamples.some((sample) => Math.abs(sample) > 2_000)
  })
}
