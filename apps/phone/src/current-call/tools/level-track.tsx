/** The audio level of one participant over the last minute, as bars; a hairline for silence. */
export function LevelTrack({ levels }: { levels: readonly number[] }) {
  const shown = levels.slice(-60)
  const first = 60 - shown.length
  return (
    <svg
      viewBox="0 0 240 24"
      preserveAspectRatio="none"
      className="block h-full w-full overflow-hidden"
      aria-hidden="true"
    >
      <path d="M0 12H240" className="fill-none stroke-line-strong/50 [vector-effect:non-scaling-stroke]" />
      {shown.map((level, index) => {
        const x = (first + index) * 4 + 2
        const half = Math.max(0, level - 0.1) * 12
        if (half <= 0) return null
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its index.
            key={index}
            d={`M${x} ${12 - half}V${12 + half}`}
            strokeWidth={2}
            strokeLinecap="round"
            className="fill-none stroke-voice [vector-effect:non-scaling-stroke]"
          />
        )
      })}
    </svg>
  )
}
