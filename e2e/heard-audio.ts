import { writeFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'

/** Sample rate of the recording, in Hz. Enough for every frequency of a telephone line. */
const sampleRate = 16_000

interface Block {
  readonly page: Page
  /** When the first sample was received, in epoch milliseconds. */
  readonly at: number
  readonly samples: Int16Array
}

/** The audio that one browser received over WebRTC. It is stored outside the page, so that it survives a reload. */
export interface HeardAudio {
  /** Returns the share of the energy at `frequencyHz` between two times (epoch ms), 0 to 1; null when nothing was received. */
  share(frequencyHz: number, fromMs: number, toMs: number): number | null
  /** Returns the root mean square, 0 to 1; null when nothing was received. */
  loudness(fromMs: number, toMs: number): number | null
  /** Returns the starts (epoch ms) of the windows of 100 ms that clearly contain the tone. */
  windowsWith(frequencyHz: number, fromMs: number, toMs: number): number[]
  saveTo(wavFile: string): void
  /** Returns the audio that one page of the browser received. */
  of(page: Page): HeardAudio
}

/**
 * Records every remote track of every RTCPeerConnection that the page opens.
 *
 * RTCPeerConnection is wrapped before the page's code runs, so that tests see what arrived and not what the page reports. The
 * microphone is opened without noise suppression, which would remove a steady tone.
 */
export async function recordRemoteAudio(context: BrowserContext): Promise<HeardAudio> {
  const blocks: Block[] = []
  await context.exposeBinding('saveHeardAudio', ({ page }: { page: Page }, at: number, base64: string) => {
    const bytes = Buffer.from(base64, 'base64')
    blocks.push({
      page,
      at,
      samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2).slice(),
    })
  })
  await context.addInitScript(recordInPage, sampleRate)
  return createHeardAudio(() => blocks)
}

function createHeardAudio(blocks: () => readonly Block[]): HeardAudio {
  const between = (fromMs: number, toMs: number): Int16Array =>
    Int16Array.from(
      blocks()
        .filter((block) => block.at >= fromMs && block.at < toMs)
        .flatMap((block) => Array.from(block.samples)),
    )

  const share = (frequencyHz: number, fromMs: number, toMs: number) => {
    const samples = between(fromMs, toMs)
    return samples.length === 0 ? null : shareOfEnergy(samples, frequencyHz)
  }

  const loudness = (fromMs: number, toMs: number) => {
    const samples = between(fromMs, toMs)
    if (samples.length === 0) return null
    return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)
  }

  return {
    share,
    loudness,
    windowsWith(frequencyHz, fromMs, toMs) {
      const windows: number[] = []
      for (let at = fromMs; at < toMs; at += 100) {
        const toneShare = share(frequencyHz, at, at + 100)
        const level = loudness(at, at + 100)
        if (toneShare !== null && level !== null && toneShare > 0.2 && level > 0.005) windows.push(at)
      }
      return windows
    },
    of: (page) => createHeardAudio(() => blocks().filter((block) => block.page === page)),
    saveTo(wavFile) {
      writeFileSync(
        wavFile,
        writeWav(Int16Array.from(blocks().flatMap((block) => Array.from(block.samples)))),
      )
    },
  }
}

/** Returns the share of the energy at one frequency, 0 to 1: Goertzel's algorithm over windows of 50 ms. */
export function shareOfEnergy(samples: Int16Array, frequencyHz: number, rateHz = sampleRate): number {
  const size = rateHz / 20
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / rateHz)
  let tone = 0
  let total = 0
  for (let start = 0; start + size <= samples.length; start += size) {
    let before = 0
    let beforeThat = 0
    for (let index = start; index < start + size; index++) {
      const sample = samples[index]! / 32_768
      total += sample * sample
      const now = sample + coefficient * before - beforeThat
      beforeThat = before
      before = now
    }
    tone += (2 * (before ** 2 + beforeThat ** 2 - coefficient * before * beforeThat)) / size
  }
  return total === 0 ? 0 : tone / total
}

/** Returns a WAV file, 16-bit mono. */
export function writeWav(samples: Int16Array, rateHz = sampleRate): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rateHz, 24)
  header.writeUInt32LE(rateHz * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)])
}

/** Returns the samples of a steady tone. */
export function createTone(frequencyHz: number, seconds: number, rateHz = 48_000): Int16Array {
  return Int16Array.from({ length: seconds * rateHz }, (_, index) =>
    Math.round(9_000 * Math.sin((2 * Math.PI * frequencyHz * index) / rateHz)),
  )
}

/** Runs in the page before its scripts, as text: it cannot use anything from outside of this function. */
function recordInPage(rateHz: number): void {
  const page = window as unknown as {
    saveHeardAudio(at: number, base64: string): void
    RTCPeerConnection: typeof RTCPeerConnection
    MediaStreamTrackProcessor: new (options: {
      track: MediaStreamTrack
    }) => { readable: ReadableStream<AudioDataLike> }
  }
  interface AudioDataLike {
    readonly numberOfFrames: number
    readonly sampleRate: number
    copyTo(destination: Float32Array, options: { planeIndex: number; format: 'f32-planar' }): void
    close(): void
  }

  const record = async (track: MediaStreamTrack) => {
    const reader = new page.MediaStreamTrackProcessor({ track }).readable.getReader()
    let pending: number[] = []
    let startedAt = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const plane = new Float32Array(value.numberOfFrames)
      value.copyTo(plane, { planeIndex: 0, format: 'f32-planar' })
      const step = value.sampleRate / rateHz
      value.close()
      if (pending.length === 0) startedAt = Date.now()
      for (let index = 0; index < plane.length; index += step) {
        pending.push(Math.max(-32_768, Math.min(32_767, Math.round(plane[Math.floor(index)]! * 32_768))))
      }
      if (pending.length < rateHz / 20) continue
      const bytes = new Uint8Array(Int16Array.from(pending).buffer)
      pending = []
      page.saveHeardAudio(startedAt, btoa(String.fromCharCode(...bytes)))
    }
  }

  const Native = page.RTCPeerConnection
  page.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      this.addEventListener('track', (event) => void record(event.track))
    }
  }

  const devices = navigator.mediaDevices
  if (!devices) return
  const open = devices.getUserMedia.bind(devices)
  devices.getUserMedia = (constraints) => {
    if (!constraints?.audio) return open(constraints)
    const requested = constraints.audio === true ? {} : constraints.audio
    return open({
      ...constraints,
      audio: { ...requested, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    })
  }
}
