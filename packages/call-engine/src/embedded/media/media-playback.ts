import { readFile } from 'node:fs/promises'
import {
  type AudioSource,
  createCallProgressTone,
  createHoldMusic,
  createResampler,
  createSine,
  frameMs,
  type Resampler,
  readWav,
  type SampleRate,
  samplesPerFrame,
} from '@parley/rtp'
import { overlay } from './mix.ts'
import type { PlaybackSource } from './protocol.ts'

/** A local audio source and its sample rate. */
export interface PlaybackAudio {
  readonly source: AudioSource
  readonly sampleRate: SampleRate
}

/** @throws {Error} the file does not exist, or is not a 16-bit mono WAV file at 8 or 16 kHz. */
export async function openPlaybackSource(requested: PlaybackSource): Promise<PlaybackAudio> {
  switch (requested.kind) {
    case 'file':
      return await openFile(requested.path)
    case 'tone':
      return { source: createCallProgressTone(requested.tone, requested.country, 8000), sampleRate: 8000 }
    case 'sine':
      return { source: createSine(requested.frequencyHz, 8000), sampleRate: 8000 }
    case 'hold-music':
      return { source: createHoldMusic(8000), sampleRate: 8000 }
  }
}

async function openFile(path: string): Promise<PlaybackAudio> {
  const audio = readWav(await readFile(path))
  if (!audio || (audio.sampleRate !== 8000 && audio.sampleRate !== 16_000)) {
    throw new Error(`${path} is not a 16-bit mono WAV file at 8 or 16 kHz.`)
  }
  const { pcm, sampleRate } = audio
  let position = 0
  const read = (samples: number) => {
    if (position >= pcm.length) return null
    const frame = new Int16Array(samples)
    frame.set(pcm.subarray(position, position + samples))
    position += samples
    return frame
  }
  return { source: { read }, sampleRate }
}

export interface MediaPlayback {
  readonly id: string
  readonly audio: PlaybackAudio
  readonly mode: 'instead' | 'over'
  readonly limitMs: number | null
}

/** The playback queue of one leg. */
export interface MediaPlaybacks {
  add(playback: MediaPlayback): void
  /** Does nothing for an unknown id. */
  stop(playbackId: string): void
  stopAll(): void
  readonly isPlaying: boolean
  /** Returns one frame of the current playback, instead of `mixed` or mixed over it. */
  apply(mixed: Int16Array, sampleRate: SampleRate): Int16Array
}

export function createMediaPlaybacks(
  onEnded: (playbackId: string, reason: 'finished' | 'stopped') => void,
): MediaPlaybacks {
  let queue: { readonly playback: MediaPlayback; readonly read: FrameReader; playedMs: number }[] = []

  const end = (playbackId: string, reason: 'finished' | 'stopped') => {
    const before = queue.length
    queue = queue.filter(({ playback }) => playback.id !== playbackId)
    if (queue.length < before) onEnded(playbackId, reason)
  }

  return {
    add(playback) {
      queue.push({ playback, read: createFrameReader(playback.audio), playedMs: 0 })
    },
    stop: (playbackId) => end(playbackId, 'stopped'),
    stopAll() {
      for (const { playback } of queue) end(playback.id, 'stopped')
    },
    get isPlaying() {
      return queue.length > 0
    },
    apply(mixed, sampleRate) {
      const [current] = queue
      if (!current) return mixed
      const { playback } = current
      const isOver = playback.limitMs !== null && current.playedMs >= playback.limitMs
      const pcm = isOver ? null : current.read(sampleRate)
      if (!pcm) {
        end(playback.id, 'finished')
        return mixed
      }
      current.playedMs += frameMs
      return playback.mode === 'instead' ? pcm : overlay(mixed, pcm)
    },
  }
}

/** Returns the next frame at the sample rate of the mix, or null at the end. */
export type FrameReader = (sampleRate: SampleRate) => Int16Array | null

export function createFrameReader({ source, sampleRate: own }: PlaybackAudio): FrameReader {
  let resampler: { readonly to: SampleRate; readonly resampler: Resampler } | null = null
  return (sampleRate) => {
    const pcm = source.read(samplesPerFrame(own))
    if (!pcm) return null
    if (resampler?.to !== sampleRate) {
      resampler = { to: sampleRate, resampler: createResampler(own, sampleRate) }
    }
    return resampler.resampler.process(pcm)
  }
}
