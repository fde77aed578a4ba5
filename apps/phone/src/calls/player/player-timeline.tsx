import { formatPosition, Icon } from '@parley/ui'
import { Grip, MicOff, Pause, Play, Unplug } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { PlayerTrack } from './player-track.tsx'
import type { Timeline, TimelineMark } from './timeline.ts'
import type { Playback } from './use-playback.ts'

const arrowStepSeconds = 5

interface PlayerTimelineProps {
  timeline: Timeline
  playback: Playback
}

/** The tracks of a recording with their marks, and the cursor that moves over them. */
export function PlayerTimeline({ timeline, playback }: PlayerTimelineProps) {
  const { t } = useLanguage()
  const { atMs, seek, jump } = playback
  return (
    <div className="relative grid gap-1 pt-6 pb-6">
      {timeline.tracks.map((track) => (
        <PlayerTrack key={track.recording.id} track={track} lengthMs={timeline.lengthMs} />
      ))}
      <div className="pointer-events-none absolute inset-y-0 right-0 left-31 max-sm:left-0">
        <input
          type="range"
          aria-label={t('player.position')}
          aria-valuetext={`${formatPosition(atMs)} / ${formatPosition(timeline.lengthMs)}`}
          min={0}
          max={timeline.lengthMs}
          value={Math.round(atMs)}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={(event) => handleArrowKeys(event, jump)}
          className="pointer-events-auto absolute inset-x-0 top-6 bottom-6 m-0 h-auto w-full cursor-pointer opacity-0 peer"
        />
        <Cursor atMs={atMs} lengthMs={timeline.lengthMs} />
        <Marks marks={timeline.marks} lengthMs={timeline.lengthMs} />
      </div>
    </div>
  )
}

function Cursor({ atMs, lengthMs }: { atMs: number; lengthMs: number }) {
  const ratio = atMs / lengthMs
  return (
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

/**
 * Returns whether a mark has room for a label. A label needs about a tenth of the width before the next mark
 * or the end.
 */
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
