import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface VirtualListProps<Row> {
  label: string
  rows: readonly Row[]
  getKey: (row: Row) => string
  /** In pixels. */
  getHeight: (row: Row) => number
  renderRow: (row: Row) => ReactNode
  /** Called when the last rows come near. */
  onNearEnd?: () => void
}

/** A scrollable list that renders only the rows in view. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, getKey, getHeight, renderRow } = props
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      return row === undefined ? 0 : getHeight(row)
    },
    overscan: 12,
  })
  const shown = virtualizer.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  const nearEnd = useEffectEvent(() => props.onNearEnd?.())
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 100) nearEnd()
  }, [lastShown, rows.length])

  return (
    <nav
      ref={scroller}
      tabIndex={-1}
      data-takes-focus
      aria-label={label}
      className="mt-2 -ml-3 min-h-0 flex-1 overflow-auto pr-2 pb-4"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <li
              key={getKey(row)}
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {renderRow(row)}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
