const rowKeys = ['1', '2', '3', '4', '5', '6']

interface SkeletonProps {
  /** At most 6. */
  rows?: 1 | 2 | 3 | 4 | 5 | 6
  /** Text for screen readers: "Loading calls". */
  label: string
}

/** Placeholder rows, shown after 300 ms. */
export function Skeleton({ rows = 6, label }: SkeletonProps) {
  return (
    <div className="animate-delayed" role="status">
      <span className="sr-only">{label}</span>
      <div
        aria-hidden
        className="overflow-hidden rounded-card border border-line bg-raised [&>div+div]:border-t [&>div+div]:border-line"
      >
        {rowKeys.slice(0, rows).map((key) => (
          <div key={key} className="flex h-14 items-center gap-3.5 px-4">
            <span className="size-9 shrink-0 rounded-full bg-sunken" />
            <span className="grid flex-1 gap-2">
              <span className="h-3 w-2/5 rounded-chip bg-sunken" />
              <span className="h-2.5 w-1/4 rounded-chip bg-sunken" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
