import type { Call } from '@parley/contract/phone'
import { formatPosition, Icon, IconButton, Select } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Download, Grip, MicOff, Pause, Play, Redo2, Undo2, Unplug } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { DeleteRecording } from '../delete-recording.tsx'
import { PlayerTrack } from './player-track.tsx'
import { buildTimeline, type TimelineMark } from './timeline.ts'

const speeds = ['0.75', '1', '1.25', '1.5', '1.75', '2'] as const
const arrowStepSeconds = 5
const jumpSeconds = 10
/** The signed URL is valid for five minutes; it is refreshed shortly before. */
const linkRefreshMs = 4 * 60_000

/** The recording of a call, one track per participant. Keys: J and L jump, K and space play or pause. */
export function Player({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const timeline = useMemo(() => buildTimeline(call), [call])
  const link = useQuery({
    queryKey: ['audio-link', call.id],
    queryFn: () => api('POST /calls/{call}/audio-links', { params: { call: call.id } }),
    staleTime: linkRefreshMs,
    refetchOnWindowFocus: false,
  })
  const audio = useRef<HTMLAudioElement>(null)
  const [atMs, setAtMs] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('1')

  const seek = (ms: number) => {
    const target = Math.min(timeline.lengthMs, Math.max(0, ms))
    if (audio.current) audio.current.currentTime = target / 1_000
    setAtMs(target)
  }
  const toggle = () => {
    if (!audio.current) return
    if (audio.current.paused) void audio.current.play().catch(() => undefined)
    else audio.current.pause()
  }
  usePlayerKeys({ toggle, jump: (seconds) => seek(atMs + seconds * 1_000) })
  useSmoothPosition(isPlaying, audio, setAtMs)
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = Number(speed)
  }, [speed])

  if (link.isError) {
    return <ErrorAlert className="mx-6 mb-4" error={link.error} onTryAgain={() => void link.refetch()} />
  }
  const position = `${formatPosition(atMs)} / ${formatPosition(timeline.lengthMs)}`
  const ratio = atMs / timeline.lengthMs

  return (
    <section aria-label={t('player.label')} className="bg-raised px-6 pb-3.5 max-sm:px-4 max-sm:pb-3">
      {/* biome-ignore lint/a11y/useMediaCaption: what was said is not written down yet; the notes of the call are. */}
      <audio
        ref={audio}
        src={link.data?.url}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setIsPlaying(false)}
        onLoadedMetadata={() => {
          if (audio.current) audio.current.playbackRate = Number(speed)
        }}
      />
      <div className="relative grid gap-1 pt-6 pb-6">
        {timeline.tracks.map((track) => (
          <PlayerTrack key={track.recording.id} track={track} lengthMs={timeline.lengthMs} />
        ))}
        <div className="pointer-events-none absolute inset-y-0 right-0 left-31 max-sm:left-0">
          <input
            type="range"
            aria-label={t('player.position')}
            aria-valuetext={position}
            min={0}
            max={timeline.lengthMs}
            value={Math.round(atMs)}
            onChange={(event) => seek(Number(event.target.value))}
            onKeyDown={(event) => handleArrowKeys(event, (seconds) => seek(atMs + seconds * 1_000))}
            className="pointer-events-auto absolute inset-x-0 top-6 bottom-6 m-0 h-auto w-full cursor-pointer opacity-0 peer"
          />
          <span
            aria-hidden
            className="absolute top-0.5 bottom-5.5 w-0.5 bg-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
            style={{ left: `${ratio * 100}%` }}
          >
            <span
              className="absolute top-0 left-0 rounded-chip bg-ink px-1 text-label leading-[1.125rem] text-raised tabular-nums"
              // Keeps the cursor within the tracks at both ends.
              style={{ transform: `translateX(${-ratio * 100}%)` }}
            >
              {formatPosition(atMs)}
            </span>
          </span>
          <Marks marks={timeline.marks} lengthMs={timeline.lengthMs} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <IconButton icon={Undo2} label={t('player.back')} onClick={() => seek(atMs - jumpSeconds * 1_000)} />
        <button
          type="button"
          aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
          disabled={!link.data}
          onClick={toggle}
          className="grid size-10 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-ink-soft"
        >
          <Icon icon={isPlaying ? Pause : Play} />
        </button>
        <IconButton
          icon={Redo2}
          label={t('player.forward')}
          onClick={() => seek(atMs + jumpSeconds * 1_000)}
        />
        <span className="ml-2 flex-1 whitespace-nowrap tabular-nums">
          {formatPosition(atMs)}
          <span className="text-ink-soft max-sm:hidden"> / {formatPosition(timeline.lengthMs)}</span>
        </span>
        <div className="w-24 max-sm:w-20">
          <Select
            size="small"
            aria-label={t('player.speed')}
            value={speed}
            onChange={setSpeed}
            options={speeds.map((value) => ({ value, label: `${value}×` }))}
          />
        </div>
        {link.data && (
          <a
            href={link.data.url}
            download
            aria-label={t('player.download')}
            title={t('player.download')}
            className="grid size-10 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink"
          >
            <Icon icon={Download} />
          </a>
        )}
        <DeleteRecording call={call} />
      </div>
    </section>
  )
}

const markIcons = {
  hold: Pause,
  resume: Play,
  mute: MicOff,
  unmute: Play,
  digit: Grip,
  detached: Unplug,
  reattached: Play,
  'recording-started': Play,
  'recording-stopped': Pause,
} as const

function Marks({ marks, lengthMs }: { marks: readonly TimelineMark[]; lengthMs: number }) {
  const { t } = useLanguage()
  return (
    <ul>
      {marks.map(({ type, atMs }, index) => (
        <li
          key={`${type} ${atMs}`}
          title={`${formatPosition(atMs)} ${t(`mark.${type}`)}`}
          className="pointer-events-auto absolute bottom-0 inline-flex items-center gap-1 text-label whitespace-nowrap text-ink-soft"
          style={{ left: `${(atMs / lengthMs) * 100}%` }}
        >
          <Icon icon={markIcons[type]} size="tiny" />
          <span className={fitsLabel(marks, index, lengthMs) ? 'max-sm:sr-only' : 'sr-only'}>
            {t(`mark.${type}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns whether a mark has room for a label. A label needs about a tenth of the width before the next mark or the end. */
function fitsLabel(marks: readonly TimelineMark[], index: number, lengthMs: number): boolean {
  const nextMs = marks[index + 1]?.atMs ?? lengthMs
  return nextMs - (marks[index]?.atMs ?? 0) > lengthMs / 10
}

function handleArrowKeys(event: KeyboardEvent, step: (seconds: number) => void): void {
  const seconds = { ArrowLeft: -arrowStepSeconds, ArrowRight: arrowStepSeconds }[event.key]
  if (seconds === undefined) return
  event.preventDefault()
  step(seconds)
}

function usePlayerKeys(actions: { toggle: () => void; jump: (seconds: number) => void }): void {
  const current = useRef(actions)
  current.current = actions
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target?.closest('textarea, select, input:not([type="range"])')) return
      const key = event.key.toLowerCase()
      if (key === ' ' && target?.closest('button, a')) return
      if (key === 'k' || key === ' ') current.current.toggle()
      else if (key === 'j') current.current.jump(-jumpSeconds)
      else if (key === 'l') current.current.jump(jumpSeconds)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Reads the playback position on every frame, or twice a second with reduced motion. */
function useSmoothPosition(
  isPlaying: boolean,
  audio: React.RefObject<HTMLAudioElement | null>,
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
