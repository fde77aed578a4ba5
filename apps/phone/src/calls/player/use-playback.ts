import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlaybackLink } from '../transcript/playback-link.ts'

export const speeds = ['0.75', '1', '1.25', '1.5', '1.75', '2'] as const
export type Speed = (typeof speeds)[number]

/** The playback of a recording by an audio element. */
export interface Playback {
  /** Properties of the audio element. */
  readonly audioProps: {
    readonly ref: RefObject<HTMLAudioElement | null>
    readonly onPlay: () => void
    readonly onPause: () => void
    readonly onEnded: () => void
    readonly onLoadedMetadata: () => void
    readonly onError: () => void
  }
  readonly atMs: number
  readonly isPlaying: boolean
  /** Whether the audio could not be loaded. */
  readonly hasFailed: boolean
  /** Loads the audio again, and continues at the same position when it is played. */
  readonly reload: () => void
  readonly speed: Speed
  readonly setSpeed: (speed: Speed) => void
  /** Moves to a position, within the recording. */
  readonly seek: (ms: number) => void
  readonly jump: (seconds: number) => void
  readonly toggle: () => void
}

export function usePlayback(lengthMs: number): Playback {
  const audio = useRef<HTMLAudioElement>(null)
  const [atMs, setAtMs] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [speed, setSpeed] = useState<Speed>('1')
  useSmoothPosition(isPlaying, audio, setAtMs)
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = Number(speed)
  }, [speed])

  const seek = (ms: number) => {
    const target = Math.min(lengthMs, Math.max(0, ms))
    if (audio.current) audio.current.currentTime = target / 1_000
    setAtMs(target)
  }
  return {
    audioProps: {
      ref: audio,
      onPlay: () => setIsPlaying(true),
      onPause: () => setIsPlaying(false),
      onEnded: () => setIsPlaying(false),
      onLoadedMetadata() {
        if (!audio.current) return
        audio.current.playbackRate = Number(speed)
        // The position before a failure.
        if (atMs > 0) audio.current.currentTime = atMs / 1_000
      },
      onError() {
        setIsPlaying(false)
        setHasFailed(true)
      },
    },
    atMs,
    isPlaying,
    hasFailed,
    reload() {
      setHasFailed(false)
      audio.current?.load()
    },
    speed,
    setSpeed,
    seek,
    jump: (seconds) => seek(atMs + seconds * 1_000),
    toggle() {
      if (!audio.current) return
      if (audio.current.paused) void audio.current.play().catch(() => undefined)
      else audio.current.pause()
    },
  }
}

/** Reports the position to other parts of the page, which move it. */
export function usePlaybackLink(
  { atMs, isPlaying, seek, toggle }: Playback,
  link: PlaybackLink | undefined,
): void {
  const move = useEffectEvent(seek)
  const playFrom = useEffectEvent((ms: number) => {
    seek(ms)
    if (!isPlaying) toggle()
  })
  useEffect(() => link?.connect({ seek: (ms) => move(ms), playFrom: (ms) => playFrom(ms) }), [link])
  useEffect(() => link?.report(atMs), [link, atMs])
}

export const jumpSeconds = 10

/** J and L jump, K and space play or pause, anywhere outside text fields. */
export function usePlayerKeys({ toggle, jump }: Pick<Playback, 'toggle' | 'jump'>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target?.closest('textarea, select, input:not([type="range"])')) return
    const key = event.key.toLowerCase()
    if (key === ' ' && target?.closest('button, a')) return
    if (key === 'k' || key === ' ') toggle()
    else if (key === 'j') jump(-jumpSeconds)
    else if (key === 'l') jump(jumpSeconds)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Begins to play as soon as the audio can be loaded. */
export function usePlayOnce(isReady: boolean, { toggle }: Pick<Playback, 'toggle'>): void {
  const hasPlayed = useRef(false)
  const play = useEffectEvent(toggle)
  useEffect(() => {
    if (!isReady || hasPlayed.current) return
    hasPlayed.current = true
    play()
  }, [isReady])
}

/** Reads the playback position on every frame, or twice a second with reduced motion. */
function useSmoothPosition(
  isPlaying: boolean,
  audio: RefObject<HTMLAudioElement | null>,
  onPosition: (ms: number) => void,
): void {
  useEffect(() => {
    if (!isPlaying) return
    const read = () => audio.current && onPosition(audio.current.currentTime * 1_000)
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) {
      const timer = setInterval(read, 500)
      return () => clearInterval(timer)
    }
    let frame = requestAnimationFrame(function follow() {
      read()
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, audio, onPosition])
}
