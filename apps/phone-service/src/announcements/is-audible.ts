import { parseWavHeader } from '@parley/primitives'

const frameMs = 20
const minAudibleMs = 500
const bytesPerSample = 2
/** -50 dB below full scale: quieter than speech in any usable recording, and louder than its noise. */
const minLevel = 10 ** (-50 / 20)
const fullScale = 32_768

/** Returns whether stored audio sounds for half a second at least. A constant offset is no sound. */
export function isAudible(wav: Buffer): boolean {
  const header = parseWavHeader(wav)
  if (!header) return false
  const { sampleRate, dataOffset, dataBytes } = header
  const frameBytes = (sampleRate / 1_000) * frameMs * bytesPerSample
  const end = Math.min(dataOffset + dataBytes, wav.length)
  let audibleMs = 0
  for (let offset = dataOffset; offset + frameBytes <= end; offset += frameBytes) {
    if (getLevel(wav, offset, frameBytes) >= minLevel) audibleMs += frameMs
    if (audibleMs >= minAudibleMs) return true
  }
  return false
}

/** Returns the level of a frame, relative to full scale. */
function getLevel(wav: Buffer, offset: number, frameBytes: number): number {
  let [sum, sumOfSquares] = [0, 0]
  for (let index = offset; index < offset + frameBytes; index += bytesPerSample) {
    const sample = wav.readInt16LE(index) / fullScale
    sum += sample
    sumOfSquares += sample * sample
  }
  const count = frameBytes / bytesPerSample
  return Math.sqrt(Math.max(0, sumOfSquares / count - (sum / count) ** 2))
}
