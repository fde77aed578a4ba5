import {
  type AudioSource,
  createCallProgressTone,
  createHoldMusic,
  createResampler,
  createSine,
  type Resampler,
  type SampleRate,
  samplesPerFrame,
} from '@parley/rtp'
import type { ParsedCommand, PlayerSource } from '../protocol.ts'
import { SharedAudioFiles } from './shared-audio.ts'

const files = new SharedAudioFiles()

/** A local audio source and its sample rate. */
interface PlayerAudio {
  readonly source: AudioSource
  readonly sampleRate: SampleRate
  /** The audio of a file, which is released with its last player. */
  readonly file?: Disposable
}

/** A leg that plays audio to other legs and receives none. */
export class MediaPlayer {
  readonly id: string
  /** The legs that receive its audio, also those on hold. */
  readonly listeners: ReadonlySet<string>
  /** Its audio in the current frame; null for silence. */
  inputFrame: Int16Array | null = null
  readonly #audio: PlayerAudio
  #resampler: { readonly to: SampleRate; readonly resampler: Resampler } | null = null
  #hasEnded = false

  private constructor({ legId, listeners }: ParsedCommand<'add-player'>, audio: PlayerAudio) {
    this.id = legId
    this.listeners = new Set(listeners)
    this.#audio = audio
  }

  /** @throws {Error} the file does not exist, or is not a 16-bit mono WAV file at 8 or 16 kHz. */
  static async open(command: ParsedCommand<'add-player'>): Promise<MediaPlayer> {
    return new MediaPlayer(command, await openSource(command.source, command.repeat))
  }

  /** Releases its source. */
  close(): void {
    this.#hasEnded = true
    this.#audio.file?.[Symbol.dispose]()
  }

  /** Reads one frame of its source, or silence while it waits. Returns `ended` once, after the last frame. */
  readFrame(sampleRate: SampleRate, state: 'plays' | 'waits'): 'ended' | 'continues' {
    this.inputFrame = null
    if (this.#hasEnded || state === 'waits') return 'continues'
    const { source, sampleRate: own } = this.#audio
    const pcm = source.read(samplesPerFrame(own))
    if (!pcm) {
      this.#hasEnded = true
      return 'ended'
    }
    if (this.#resampler?.to !== sampleRate)
      this.#resampler = { to: sampleRate, resampler: createResampler(own, sampleRate) }
    this.inputFrame = this.#resampler.resampler.process(pcm)
    return 'continues'
  }
}

async function openSource(requested: PlayerSource, repeat: 'once' | 'loop'): Promise<PlayerAudio> {
  switch (requested.kind) {
    case 'file':
      return await openFile(requested.path, repeat)
    case 'tone':
      return { source: createCallProgressTone(requested.tone, requested.country, 8000), sampleRate: 8000 }
    case 'sine':
      return { source: createSine(requested.frequencyHz, 8000), sampleRate: 8000 }
    case 'hold-music':
      return { source: createHoldMusic(8000), sampleRate: 8000 }
  }
}

async function openFile(path: string, repeat: 'once' | 'loop'): Promise<PlayerAudio> {
  const file = await files.open(path)
  const { pcm, sampleRate } = file
  let position = 0
  const read = (samples: number) => {
    if (position >= pcm.length && repeat === 'loop') position = 0
    if (position >= pcm.length) return null
    const frame = new Int16Array(samples)
    frame.set(pcm.subarray(position, position + samples))
    position += samples
    return frame
  }
  return { source: { read }, sampleRate, file }
}
