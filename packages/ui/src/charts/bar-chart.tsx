export interface BarChartColumn {
  key: string
  /** Shown below some of the bars. */
  label: string
  /** The parts of the bar, from the bottom. */
  values: readonly number[]
}

/** `failure`: what should not happen. `other`: the rest. */
export type BarTone = keyof typeof colours

interface BarChartProps {
  /** Summary of the chart for screen readers, which find the values in a table beside it. */
  label: string
  columns: readonly BarChartColumn[]
  /** Of the parts of each bar, from the bottom. */
  tones?: readonly BarTone[]
  /** A line across the chart. */
  limit?: number | null
  formatValue: (value: number) => string
}

const [width, height] = [640, 170]
const gap = 3
const colours = { normal: 'fill-accent', failure: 'fill-danger-fill', other: 'fill-line-strong' }
const gridLines = 4

/** Bars side by side, whose parts are stacked. */
export function BarChart({ label, columns, tones = ['normal'], limit = null, formatValue }: BarChartProps) {
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const max = roundUp(Math.max(1e-6, limit ?? 0, ...sums))
  const toHeight = (value: number) => (value / max) * height
  const labelled = pickLabelled(columns)

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-label text-ink-soft">
      <div aria-hidden className="flex flex-col justify-between text-right tabular-nums">
        {Array.from({ length: gridLines + 1 }, (_, index) => {
          const value = (max * (gridLines - index)) / gridLines
          return <span key={value}>{formatValue(value)}</span>
        })}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-44 w-full overflow-visible"
      >
        {Array.from({ length: gridLines + 1 }, (_, index) => {
          const y = (height * index) / gridLines
          return (
            <path key={y} d={`M0 ${y}H${width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          )
        })}
        {columns.map(({ key, values }, index) => (
          <g key={key} transform={`translate(${(index * width) / columns.length + gap / 2} 0)`}>
            <Bar values={values} tones={tones} width={width / columns.length - gap} toHeight={toHeight} />
          </g>
        ))}
        {limit !== null && (
          <path
            d={`M0 ${height - toHeight(limit)}H${width}`}
            className="stroke-danger"
            strokeWidth={2}
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div aria-hidden className="col-start-2 flex justify-between whitespace-nowrap tabular-nums">
        {labelled.map(({ key, label: text }) => (
          <span key={key}>{text}</span>
        ))}
      </div>
    </div>
  )
}

interface BarProps {
  values: readonly number[]
  tones: readonly BarTone[]
  width: number
  toHeight: (value: number) => number
}

function Bar({ values, tones, width: barWidth, toHeight }: BarProps) {
  return values.map((value, part) => {
    const below = values.slice(0, part).reduce((sum, one) => sum + one, 0)
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar have no other identity.
        key={part}
        y={height - toHeight(below + value)}
        width={Math.max(1, barWidth)}
        height={toHeight(value)}
        className={`stroke-raised ${colours[tones[part] ?? 'other']}`}
        // Separates the parts, also for those who cannot tell their colours apart.
        strokeWidth={values.length > 1 && value > 0 ? 1 : 0}
        vectorEffect="non-scaling-stroke"
      />
    )
  })
}

/** Returns a number that is not less than `value` and can be divided into the parts of the grid. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10
  return factor * power
}

/** Returns the first and the last column, and some between them. */
function pickLabelled(columns: readonly BarChartColumn[]): BarChartColumn[] {
  const count = Math.min(columns.length, 5)
  const indexes = Array.from({ length: count }, (_, index) =>
    Math.round((index * (columns.length - 1)) / Math.max(1, count - 1)),
  )
  return indexes.flatMap((index) => columns[index] ?? [])
}
