const bars = Array.from({ length: 12 }, (_, index) => index)

interface LevelMeterProps {
  /** 0 to 1. */
  level: number
  /** Accessible name: "Microphone level". */
  label: string
  /** The level as text: "Silent", "Good", "Too loud". */
  valueText: string
}

/** An audio level meter. */
export function LevelMeter({ level, label, valueText }: LevelMeterProps) {
  const lit = Math.round(Math.min(1, Math.max(0, level)) * bars.length)
  return (
    <span className="inline-flex h-3 items-center gap-0.5">
      <meter className="sr-only" aria-label={label} min={0} max={bars.length} value={lit}>
        {valueText}
      </meter>
      {bars.map((bar) => (
        <span
          key={bar}
          aria-hidden
          className={`h-full w-[3px] rounded-[1px] ${bar >= lit ? 'bg-line-strong/45' : bar >= 10 ? 'bg-danger' : 'bg-live'}`}
        />
      ))}
    </span>
  )
}
