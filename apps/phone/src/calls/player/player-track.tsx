import { formatPosition, getVoice, voiceClass } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { legName, shortLegName } from '../describe-call.ts'
import { toBarHeight } from './bar-height.ts'
import type { TimelineTrack } from './timeline.ts'

const barsPerTrack = 240

interface PlayerTrackProps {
  track: TimelineTrack
  lengthMs: number
}

/** The waveform of one participant over the whole call; hatched while the participant was absent. */
export function PlayerTrack({ track, lengthMs }: PlayerTrackProps) {
  const language = useLanguage()
  const { queries } = usePhone()
  const peaks = useQuery(queries.peaks(track.recording.id))
  const name = track.leg ? legName(track.leg, language) : language.t('calls.unknown')
  const trackName = track.leg && name.includes('@') ? shortLegName(track.leg, language) : name
  const percent = (ms: number) => `${(ms / lengthMs) * 100}%`

  return (
    <div
      className={`grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-0.5 ${voiceClass[getVoice(track.index)]}`}
    >
      {/* On a narrow screen the cursor moves over the line of the name. */}
      <span
        className="truncate text-small font-semibold text-voice max-sm:z-1 max-sm:w-max max-sm:max-w-full max-sm:bg-raised max-sm:pr-1"
        title={name}
      >
        {trackName}
      </span>
      <div className="relative h-8.5 overflow-hidden rounded-chip bg-sunken">
        <div
          className="absolute inset-y-0"
          style={{ left: percent(track.fromMs), right: percent(lengthMs - track.toMs) }}
        >
          <Bars peaks={peaks.data?.peaks ?? []} share={(track.toMs - track.fromMs) / lengthMs} />
        </div>
        {track.fromMs > 0 && (
          <Absent
            side="before"
            width={percent(track.fromMs)}
            label={language.t('player.joined', { time: formatPosition(track.fromMs) })}
          />
        )}
        {lengthMs - track.toMs > 500 && (
          <Absent
            side="after"
            width={percent(lengthMs - track.toMs)}
            label={language.t('player.left', { time: formatPosition(track.toMs) })}
          />
        )}
      </div>
    </div>
  )
}

function Absent({ side, width, label }: { side: 'before' | 'after'; width: string; label: string }) {
  const sideClass = side === 'before' ? 'left-0 border-r justify-end' : 'right-0 border-l'
  return (
    <span
      className={`absolute inset-y-0 flex items-center overflow-hidden border-line-strong bg-raised bg-[repeating-linear-gradient(-45deg,var(--line)_0_1px,transparent_1px_6px)] px-2 text-ink-soft ${sideClass}`}
      style={{ width }}
    >
      <span className="rounded-chip bg-raised px-1 text-label whitespace-nowrap max-sm:hidden">{label}</span>
    </span>
  )
}

/** Waveform bars, in proportion to the share of the track in the whole recording. */
function Bars({ peaks, share }: { peaks: readonly number[]; share: number }) {
  const count = Math.max(1, Math.round(barsPerTrack * share))
  const bars = loudest(peaks, count)
  const path = bars
    .map((peak, index) => {
      const half = toBarHeight(peak) * 15
      return half < 0.6 ? '' : `M${index * 4 + 2} ${17 - half}V${17 + half}`
    })
    .join('')

  return (
    <svg
      viewBox={`0 0 ${count * 4} 34`}
      preserveAspectRatio="none"
      className="block h-full w-full"
      aria-hidden="true"
    >
      <path
        d={`M0 17H${count * 4}`}
        className="fill-none stroke-line-strong/50 [vector-effect:non-scaling-stroke]"
      />
      <path
        d={path}
        strokeLinecap="round"
        className="fill-none stroke-voice stroke-1 [vector-effect:non-scaling-stroke] sm:stroke-2"
      />
    </svg>
  )
}

/** Downsamples peaks to the maximum of each bucket. */
function loudest(peaks: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
    return Math.max(0, ...peaks.slice(from, to))
  })
}
