import { announcements, PhoneError } from '@parley/contract/phone'
import { createWavHeader, parseWavHeader } from '@parley/primitives'

/** Uploaded audio: a WAV file, 16-bit mono PCM at 8 or 16 kHz, with nothing but its samples. */
interface UploadedAudio {
  readonly wav: Buffer
  readonly durationMs: number
}

const bytesPerSample = 2
const minDurationMs = 500
/** The samples begin before. A header of small chunks up to the end of a file takes long to read. */
const maxHeaderBytes = 64 * 1024

/**
 * Parses an uploaded WAV file.
 *
 * @throws {PhoneError} `ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD`, `ANNOUNCEMENT_LENGTH`
 */
export function parseAudio(base64: string): UploadedAudio {
  const bytes = Buffer.from(base64, 'base64')
  const header = parseWavHeader(bytes.subarray(0, maxHeaderBytes))
  if (!header || ![8_000, 16_000].includes(header.sampleRate))
    throw new PhoneError('ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD')
  const { sampleRate, dataOffset, dataBytes } = header
  const available = Math.min(dataBytes, bytes.length - dataOffset)
  const samples = Math.floor(available / bytesPerSample)
  const durationMs = Math.round((samples / sampleRate) * 1_000)
  if (durationMs < minDurationMs || durationMs > announcements.maxAnnouncementSeconds * 1_000)
    throw new PhoneError('ANNOUNCEMENT_LENGTH')
  const pcm = bytes.subarray(dataOffset, dataOffset + samples * bytesPerSample)
  return { wav: Buffer.concat([createWavHeader(sampleRate, pcm.length), pcm]), durationMs }
}
