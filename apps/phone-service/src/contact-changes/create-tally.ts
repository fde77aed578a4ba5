import type { contactChanges } from '@parley/contract/phone'
import type { z } from 'zod'

type UnchangedReason = z.infer<typeof contactChanges.unchangedReason>

interface Unchanged {
  readonly reason: UnchangedReason
  count: number
  readonly names: string[]
}

/** Names that a result contains for each reason. */
const maxNames = 3

export type Tally = ReturnType<typeof createTally>

/** Counts the contacts that a change has changed, and the others by the reason. */
export function createTally() {
  let changed = 0
  const unchanged = new Map<UnchangedReason, Unchanged>()
  return {
    addChanged(): void {
      changed += 1
    },
    /** @param name omitted for a contact that the user cannot see */
    addUnchanged(reason: UnchangedReason, name?: string): void {
      const counted = unchanged.get(reason) ?? { reason, count: 0, names: [] }
      counted.count += 1
      if (name !== undefined && counted.names.length < maxNames) counted.names.push(name)
      unchanged.set(reason, counted)
    },
    getResult: () => ({ changed, unchanged: [...unchanged.values()] }),
  }
}
