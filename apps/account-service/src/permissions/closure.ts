import type { PermissionDefinition } from './definitions.ts'

type Contained = Pick<PermissionDefinition, 'id' | 'containedPermissionIds'>

/**
 * Returns all permissions that `ids` imply: themselves and those they contain, transitively. Cycles are tolerated;
 * undefined permissions are skipped.
 */
export function closureOf(
  ids: Iterable<string>,
  definitions: ReadonlyMap<string, Contained>,
): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [...ids]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const definition = definitions.get(next)
    if (!definition || reached.has(next)) continue
    reached.add(next)
    waiting.push(...definition.containedPermissionIds)
  }
  return reached
}

/**
 * Returns all permissions that imply `id`: itself and those that contain it, transitively. Empty if it is
 * undefined.
 */
export function holdersOf(id: string, definitions: ReadonlyMap<string, Contained>): string[] {
  if (!definitions.has(id)) return []
  const holders = new Map<string, string[]>()
  for (const { id: holder, containedPermissionIds } of definitions.values())
    for (const contained of containedPermissionIds)
      holders.set(contained, (holders.get(contained) ?? []).concat(holder))

  const reached = new Set([id])
  // A Set iterates over elements that are added during the iteration.
  for (const next of reached) for (const holder of holders.get(next) ?? []) reached.add(holder)
  return [...reached]
}

/** Compares ids and names for lists, case-insensitively: `$` before digits before `:` before letters before `_`. */
export function compareTexts(a: string, b: string): number {
  // Character by character, because building two folded strings per comparison is too slow for long lists.
  const length = Math.min(a.length, b.length)
  for (let place = 0; place < length; place++) {
    const difference = upperCodeAt(a, place) - upperCodeAt(b, place)
    if (difference !== 0) return difference
  }
  if (a.length !== b.length || a === b) return a.length - b.length
  return a > b ? -1 : 1
}

function upperCodeAt(text: string, place: number): number {
  const code = text.charCodeAt(place)
  return code >= 0x61 && code <= 0x7a ? code - 0x20 : code
}
