import { formatPosition, Icon } from '@parley/ui'
import { Grip, MicOff, Pause, Play, Unplug } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { PlayerTrack } from './player-track.tsx'
import { groupMarks, type Timeline } from './timeline.ts'
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
        <Marks timeline={timeline} />
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
  'recording-paused': Pause,
  'recording-resumed': Play,
  'recording-stopped': Pause,
} as const

function Marks({ timeline }: { timeline: Timeline }) {
  const { t } = useLanguage()
  const { lengthMs } = timeline
  const groups = groupMarks(timeline)
  return (
    <ul>
      {groups.map(({ atMs, marks: [first, ...others] }, index) => {
        const marks = [first, ...others].map(
          (mark) => `${formatPosition(mark.atMs)} ${t(`mark.${mark.type}`)}`,
        )
        return (
          <li
            key={`${first.type} ${atMs}`}
            title={marks.join('\n')}
            className="pointer-events-auto absolute bottom-0 inline-flex items-center gap-1 text-label whitespace-nowrap text-ink-soft"
            style={{
              left: `${(atMs / lengthMs) * 100}%`,
              transform: `translateX(${(-atMs / lengthMs) * 100}%)`,
            }}
          >
            <Icon icon={markIcons[first.type]} size="tiny" />
            {others.length > 0 && (
              <span aria-hidden className="tabular-nums">
                +{others.length}
              </span>
            )}
            <span className="sr-only">{marks.join(', ')}</span>
            {others.length === 0 && hasRoom(atMs, groups[index + 1]?.atMs ?? lengthMs, lengthMs) && (
              <span aria-hidden className="max-sm:hidden">
                {t(`mark.${first.type}`)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns whether a label fits between a mark and the next one, or the end. */
function hasRoom(fromMs: number, toMs: number, lengthMs: number): boolean {
  return toMs - fromMs > lengthMs / 6
}

function handleArrowKeys(event: KeyboardEvent, step: (seconds: number) => void): void {
  const seconds = { ArrowLeft: -arrowStepSeconds, ArrowRight: arrowStepSeconds }[event.key]
  if (seconds === undefined) return
  event.preventDefault()
  step(seconds)
}
