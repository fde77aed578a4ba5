interface ProgressProps {
  label: string
  /** 0 to 1; null for indeterminate progress. */
  value: number | null
  /** Text beside the bar: "3 of 5". */
  valueText?: string
}

/** A progress bar. */
export function Progress({ label, value, valueText }: ProgressProps) {
  return (
    <div className="flex items-center gap-3 text-small">
      <progress
        aria-label={label}
        value={value ?? undefined}
        max={1}
        className="progress-bar h-1.5 min-w-0 flex-1"
      />
      {valueText && <span className="text-ink-soft tabular-nums">{valueText}</span>}
    </div>
  )
}
