import { Tooltip } from '../overlays/tooltip.tsx'

/** Call quality, derived from packet loss, delay and jitter. */
export type Quality = 'good' | 'fair' | 'choppy' | 'lost'

const barCounts: Record<Quality, number> = { good: 4, fair: 3, choppy: 2, lost: 1 }
const heights = ['h-[35%]', 'h-[57%]', 'h-[78%]', 'h-full']
const colours: Record<Quality, string> = {
  good: 'bg-live',
  fair: 'bg-live',
  choppy: 'bg-warning',
  lost: 'bg-danger',
}

interface QualityBarsProps {
  quality: Quality
  /** Text beside the bars: "Good connection". */
  label: string
  /** The measured values, shown in the tooltip. */
  measurements?: string
}

/** Call quality as bars and text. */
export function QualityBars({ quality, label, measurements }: QualityBarsProps) {
  const content = (
    <span className="inline-flex items-center gap-2 text-small">
      <span aria-hidden className="inline-flex h-3.5 items-end gap-0.5">
        {heights.map((height, index) => (
          <span
            key={height}
            className={`w-[3px] rounded-[1px] ${height} ${index < barCounts[quality] ? colours[quality] : 'bg-line-strong/55'}`}
          />
        ))}
      </span>
      {label}
    </span>
  )
  if (!measurements) return content
  return (
    <Tooltip text={measurements}>
      <button type="button" className="rounded-chip">
        {content}
        <span className="sr-only">{measurements}</span>
      </button>
    </Tooltip>
  )
}
