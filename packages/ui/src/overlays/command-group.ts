import type { ReactNode } from 'react'
import type { IconType } from '../controls/icon.tsx'

/** A row of a command dialog. */
export interface CommandRow {
  /** Unique among all rows; the same row has the same id after another input. */
  readonly id: string
  readonly icon: IconType
  /** Default: `plain`. */
  readonly tone?: 'plain' | 'call' | 'danger'
  /** Announced before the label, where the heading of the group shows it: "Call". */
  readonly verb?: string
  readonly label: ReactNode
  readonly detail?: ReactNode
  /** A sentence below the label. */
  readonly hint?: string | null
  /** At the end of the row. */
  readonly aside?: ReactNode
  /** At the end of the row while it is active, on wide screens. */
  readonly activeAside?: ReactNode
  /** Why the row cannot be chosen, as a sentence. */
  readonly disabledReason?: string | null
  readonly run: () => void
  /** The action of Ctrl or Command with Enter. */
  readonly runAlternative?: () => void
}

/** Rows of a command dialog under a title. */
export interface CommandGroup {
  readonly id: string
  readonly title: string
  readonly rows: readonly CommandRow[]
}
