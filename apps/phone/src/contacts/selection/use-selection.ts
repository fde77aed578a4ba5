import { useState } from 'react'
import type { ContactSelection } from '../../api/contact-files/export-contacts.ts'

/** Contacts of one selection that are named one by one. */
const maxSelectedIds = 1_000

/** The selected contacts: some, or all of the search except some. */
type Selected = { readonly kind: 'some' | 'all-except'; readonly ids: ReadonlySet<string> }

export interface Selection {
  readonly isActive: boolean
  readonly count: number
  readonly isEverySelected: boolean
  readonly isSelected: (id: string) => boolean
  /** Selects a contact, or removes it. With `isRange`, the contacts from the one before become as this one. */
  readonly toggle: (id: string, isRange: boolean) => void
  readonly selectEvery: () => void
  readonly clear: () => void
  readonly start: () => void
  readonly stop: () => void
  /** As a request names the contacts; null when it cannot. */
  readonly toRequest: () => ContactSelection | null
}

const none: Selected = { kind: 'some', ids: new Set() }

/**
 * The selection of contacts in a list. Another search clears it, so that no contact is selected that is not listed.
 *
 * @param listed the ids of the contacts in their order
 * @param total of the contacts of the search
 */
export function useSelection(search: string, listed: readonly string[], total: number): Selection {
  const [isActive, setIsActive] = useState(false)
  const [stored, setStored] = useState({ search, selected: none, last: null as string | null })
  const { selected, last } = stored.search === search ? stored : { selected: none, last: null }
  const save = (next: Selected, lastId: string | null) => setStored({ search, selected: next, last: lastId })
  const isSelected = (id: string) => selected.ids.has(id) === (selected.kind === 'some')
  const count = selected.kind === 'some' ? selected.ids.size : Math.max(0, total - selected.ids.size)

  function toggle(id: string, isRange: boolean) {
    const isAdded = !isSelected(id)
    const [from, to] = [last === null ? -1 : listed.indexOf(last), listed.indexOf(id)].toSorted(
      (a, b) => a - b,
    )
    const range =
      isRange && from !== undefined && to !== undefined && from >= 0 ? listed.slice(from, to + 1) : [id]
    const ids = new Set(selected.ids)
    for (const each of range)
      if (isAdded === (selected.kind === 'some')) ids.add(each)
      else ids.delete(each)
    save({ kind: selected.kind, ids }, id)
  }

  return {
    isActive,
    count,
    isEverySelected: total > 0 && count === total,
    isSelected,
    toggle,
    selectEvery: () => save({ kind: 'all-except', ids: new Set() }, null),
    clear: () => save(none, null),
    start: () => setIsActive(true),
    stop() {
      save(none, null)
      setIsActive(false)
    },
    toRequest() {
      const ids = [...selected.ids]
      if (count === 0 || ids.length > maxSelectedIds) return null
      return selected.kind === 'some' ? { ids } : { search, exceptIds: ids }
    },
  }
}
