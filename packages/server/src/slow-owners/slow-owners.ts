/** After a slow response, the owner is slow for this time. */
const slowForMs = 60 * 60_000

/** The owners whose servers or endpoints have responded slowly, in this process. */
export interface SlowOwners {
  add(ownerId: string): void
  has(ownerId: string): boolean
  list(): string[]
}

export function createSlowOwners(now: () => Date): SlowOwners {
  const slowUntil = new Map<string, number>()
  const list = () => {
    const at = now().getTime()
    for (const [id, until] of slowUntil) if (until <= at) slowUntil.delete(id)
    return [...slowUntil.keys()]
  }
  return {
    add: (ownerId) => void slowUntil.set(ownerId, now().getTime() + slowForMs),
    has: (ownerId) => list().includes(ownerId),
    list,
  }
}
