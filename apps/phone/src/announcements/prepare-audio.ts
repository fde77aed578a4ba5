import { announcements } from '@parley/contract/phone'
import { createWavHeader } from '@parley/primitives'

/** Audio as the service stores it: a WAV file, 16-bit mono PCM at 8 kHz, in Base64. */
export interface PreparedAudio {
  readonly audio: string
  readonly durationMs: number
}

export type AudioProblem = 'too-large' | 'not-understood' | 'too-short' | 'too-long'

/** Telephone calls have this sample rate. */
const sampleRate = 8_000
const minSeconds = 0.5
const maxFileBytes = 5_000_000

/** Converts any audio that the browser can decode, such as WAV, MP3 or its own recording. */
export async function prepareAudio(file: Blob): Promise<PreparedAudio | { readonly problem: AudioProblem }> {
  if (file.size > maxFileBytes) return { problem: 'too-large' }
  const decoded = await decode(file)
  if (!decoded) return { problem: 'not-understood' }
  if (decoded.duration < minSeconds) return { problem: 'too-short' }
  if (decoded.duration > announcements.maxAnnouncementSeconds) return { problem: 'too-long' }
  const pcm = toMono(decoded)
  const bytes = new Uint8Array(pcm.buffer)
  const wav = new Blob([new Uint8Array(createWavHeader(sampleRate, bytes.length)), bytes])
  return { audio: await toBase64(wav), durationMs: Math.round(decoded.duration * 1_000) }
}

/** Creates a URL from which a browser plays a WAV file. The caller revokes it. */
export function createAudioUrl(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
}

/** Decodes to the sample rate of telephone calls. Returns null for anything but audio. */
async function decode(file: Blob): Promise<AudioBuffer | null> {
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await file.arrayBuffer())
  } catch {
    return null
  }
}

/** Returns the mean of all channels as 16-bit samples. */
function toMono(decoded: AudioBuffer): Int16Array<ArrayBuffer> {
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, index) =>
    decoded.getChannelData(index),
  )
  const pcm = new Int16Array(decoded.length)
  for (let at = 0; at < pcm.length; at++) {
    let sum = 0
    for (const channel of channels) sum += channel[at] ?? 0
    pcm[at] = Math.max(-1, Math.min(1, sum / channels.length)) * 32_767
  }
  return pcm
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
