import { writeFileSync } from 'node:fs'
import { required } from '@parley/primitives'
import type { WavAudio } from '@parley/rtp'
import type { BrowserContext, Page } from 'playwright-core'

/** Sample rate of the recording, in Hz. Enough for every frequency of a telephone line. */
const sampleRate = 16_000

interface Block {
  readonly page: Page
  /** When the first sample was received, in epoch milliseconds. */
  readonly at: number
  readonly samples: Int16Array
  /** Whether an audio element played the track, unmuted and at full volume. */
  readonly isPlayed: boolean
}

/**
 * The audio that one browser received over WebRTC. It is stored outside the page, so that it survives a
 * reload. A tone counts only where an audio element plays it: a user hears nothing of what is received and
 * not played.
 */
export interface ReceivedAudio {
  /**
   * Returns the share of the energy at `frequencyHz` between two times (epoch ms), 0 to 1; null when nothing
   * was received.
   */
  share(frequencyHz: number, fromMs: number, toMs: number): number | null
  /**
   * Returns the root mean square of what was received, played or not, 0 to 1; null when nothing was received.
   */
  loudness(fromMs: number, toMs: number): number | null
  /** Returns the starts (epoch ms) of the windows of 100 ms that clearly contain the tone. */
  windowsWith(frequencyHz: number, fromMs: number, toMs: number): number[]
  /**
   * Returns how well the loudness of a spoken sentence over time fits to the audio apart from one tone: about
   * 0.95 for the sentence, at most 0.7 for others.
   */
  match(sentence: WavAudio, window: { toneHz: number; fromMs: number; toMs: number }): number
  saveTo(wavFile: string): void
  /** Returns the audio that one page of the browser received. */
  of(page: Page): ReceivedAudio
}

/**
 * Records every remote track of every RTCPeerConnection that the page opens.
 *
 * RTCPeerConnection is wrapped before the page's code runs, so that tests see what arrived and not what the
 * page reports. The microphone is opened without noise suppression, which would remove a steady tone.
 */
export async function recordRemoteAudio(context: BrowserContext): Promise<ReceivedAudio> {
  const blocks: Block[] = []
  await context.exposeBinding(
    'saveHeardAudio',
    ({ page }: { page: Page }, at: number, isPlayed: boolean, base64: string) => {
      const bytes = Buffer.from(base64, 'base64')
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2).slice()
      blocks.push({ page, at, samples, isPlayed })
    },
  )
  await context.addInitScript(recordInPage, sampleRate)
  return createReceivedAudio(() => blocks)
}

function createReceivedAudio(blocks: () => readonly Block[]): ReceivedAudio {
  const between = (fromMs: number, toMs: number) =>
    blocks().filter((block) => block.at >= fromMs && block.at < toMs)

  const share = (frequencyHz: number, fromMs: number, toMs: number) => {
    const received = between(fromMs, toMs)
    const played = join(received.filter(({ isPlayed }) => isPlayed))
    if (received.length === 0) return null
    return (shareOfEnergy(played, frequencyHz) * played.length) / join(received).length
  }

  const loudness = (fromMs: number, toMs: number) => {
    const samples = join(between(fromMs, toMs))
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
    match(sentence, { toneHz, fromMs, toMs }) {
      const played = between(fromMs, toMs).filter(({ isPlayed }) => isPlayed)
      return matchSentence(sentence, { pcm: join(played), sampleRate }, toneHz)
    },
    of: (page) => createReceivedAudio(() => blocks().filter((block) => block.page === page)),
    saveTo(wavFile) {
      writeFileSync(wavFile, writeWav(join(blocks())))
    },
  }
}

/** Returns how well a sentence fits to a recording apart from one tone, as {@link ReceivedAudio.match} does. */
export function matchSentence(sentence: WavAudio, recording: WavAudio, toneHz: number): number {
  const received = envelope(recording.pcm, recording.sampleRate, toneHz)
  const spoken = envelope(sentence.pcm, sentence.sampleRate, toneHz)
  // A busy machine loses some of it, and the end of a call cuts off its end: most pieces of 1.2 s must fit.
  const pieces = Array.from({ length: Math.floor((spoken.length - 40) / 20) }, (_, index) =>
    correlate(received, spoken.slice(index * 20, index * 20 + 60)),
  ).toSorted((one, other) => one - other)
  return pieces[Math.floor(pieces.length / 2)] ?? 0
}

function join(blocks: readonly Block[]): Int16Array {
  return Int16Array.from(blocks.flatMap(({ samples }) => Array.from(samples)))
}

/** Returns the share of the energy at one frequency, 0 to 1: Goertzel's algorithm over windows of 50 ms. */
export function shareOfEnergy(samples: Int16Array, frequencyHz: number, rateHz = sampleRate): number {
  const size = rateHz / 20
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / rateHz)
  let tone = 0
  let total = 0
  for (let start = 0; start + size <= samples.length; start += size) {
    let before = 0
    let twoBefore = 0
    for (const value of samples.subarray(start, start + size)) {
      const sample = value / 32_768
      total += sample * sample
      const now = sample + coefficient * before - twoBefore
      twoBefore = before
      before = now
    }
    tone += (2 * (before ** 2 + twoBefore ** 2 - coefficient * before * twoBefore)) / size
  }
  return total === 0 ? 0 : tone / total
}

/** Returns the root mean square of 100 ms without the tone, every 20 ms. */
function envelope(samples: Int16Array, rateHz: number, toneHz: number): number[] {
  const [size, step] = [rateHz / 10, rateHz / 50]
  return Array.from({ length: Math.max(0, Math.floor((samples.length - size) / step)) }, (_, index) => {
    const frame = samples.subarray(index * step, index * step + size)
    const energy = frame.reduce((sum, sample) => sum + sample ** 2, 0) / size
    return Math.sqrt(energy * Math.max(0, 1 - shareOfEnergy(frame, toneHz, rateHz)))
  })
}

/** Returns the best correlation of `part` with an equally long section of `recording`, at least 0. */
function correlate(recording: readonly number[], part: readonly number[]): number {
  const centered = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return values.map((value) => value - mean)
  }
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * required(b[index], 'the other value'), 0)
  const pattern = centered(part)
  let best = 0
  for (let start = 0; start + part.length <= recording.length; start++) {
    const section = centered(recording.slice(start, start + part.length))
    const scale = Math.sqrt(product(section, section) * product(pattern, pattern))
    if (scale > 0) best = Math.max(best, product(section, pattern) / scale)
  }
  return best
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
    saveHeardAudio(at: number, isPlayed: boolean, base64: string): void
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

  const players = new Set<HTMLMediaElement>()
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    players.add(this)
    return play.call(this)
  }
  const isPlayed = (track: MediaStreamTrack) =>
    [...players].some(
      ({ muted, volume, paused, srcObject }) =>
        !muted &&
        volume === 1 &&
        !paused &&
        srcObject instanceof MediaStream &&
        srcObject.getAudioTracks().includes(track),
    )

  const record = async (track: MediaStreamTrack) => {
    const reader = new page.MediaStreamTrackProcessor({ track }).readable.getReader()
    let pending: number[] = []
    let startedAt = 0
    let playedAt = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (isPlayed(track)) playedAt = Date.now()
      const plane = new Float32Array(value.numberOfFrames)
      value.copyTo(plane, { planeIndex: 0, format: 'f32-planar' })
      const step = value.sampleRate / rateHz
      value.close()
      if (pending.length === 0) startedAt = Date.now()
      for (let index = 0; index < plane.length; index += step) {
        const sample = plane[Math.floor(index)]
        if (sample === undefined) throw new Error('Missing a sample of the block.')
        pending.push(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))))
      }
      if (pending.length < rateHz / 20) continue
      const bytes = new Uint8Array(Int16Array.from(pending).buffer)
      pending = []
      // On a busy machine, audio that was played before the end of the call is read late.
      page.saveHeardAudio(startedAt, Date.now() - playedAt < 1_000, btoa(String.fromCharCode(...bytes)))
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
