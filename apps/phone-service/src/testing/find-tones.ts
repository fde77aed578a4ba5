import { detectTones } from '@parley/rtp'
import type { TestCall } from '@parley/simulated-pstn/testing'

/** Returns the tones in all audio that a telephone has received, in windows of 100 ms. */
export function findTones(
  telephone: Pick<TestCall, 'receivedAudio'>,
  tones: readonly number[],
): readonly number[] {
  const audio = telephone.receivedAudio(60_000)
  const windowSamples = 800
  const windows = Array.from({ length: Math.floor(audio.length / windowSamples) }, (_, index) =>
    audio.subarray(index * windowSamples, (index + 1) * windowSamples),
  )
  return windows.flatMap((window) => detectTones(window, tones, 8_000))
}
