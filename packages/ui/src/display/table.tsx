import type { ReactNode } from 'react'

export interface TableColumn<Row> {
  key: string
  head: ReactNode
  /** Use `right` for numbers. */
  align?: 'left' | 'right'
  /** Whether it is hidden on narrow screens. */
  isOptional?: boolean
  cell: (row: Row) => ReactNode
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  getRowKey: (row: Row) => string
}

/** A table that scrolls horizontally within its own region. */
export function Table<Row>({ caption, columns, rows, getRowKey }: TableProps<Row>) {
  return (
    // Positioned, so that text which only screen readers read scrolls with the table.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable.
    <section aria-label={caption} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`border-b border-line px-3 py-2 text-label font-medium whitespace-nowrap text-ink-soft first:pl-4.5 last:pr-4.5 ${column.align === 'right' ? 'text-right' : 'text-left'} ${column.isOptional ? 'max-sm:hidden' : ''}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr+tr>td]:border-t [&>tr+tr>td]:border-line">
          {rows.map((row) => (
            <tr key={getRowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`px-3 py-2.5 first:pl-4.5 last:pr-4.5 ${column.align === 'right' ? 'text-right tabular-nums' : ''} ${column.isOptional ? 'max-sm:hidden' : ''}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
