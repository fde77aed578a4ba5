import type { PermissionDefinition } from './definitions.ts'

type Contained = Pick<PermissionDefinition, 'id' | 'containedPermissionIds'>

/**
 * Everything that holding `ids` allows: themselves and what they contain, however deep. Circles end, and what is not
 * defined is left out.
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

/** Everything that allows `id`: itself and what contains it, however deep. Empty where it is not defined. */
export function holdersOf(id: string, definitions: ReadonlyMap<string, Contained>): string[] {
  if (!definitions.has(id)) return []
  const holders = new Map<string, string[]>()
  for (const { id: holder, containedPermissionIds } of definitions.values())
    for (const contained of containedPermissionIds)
      holders.set(contained, (holders.get(contained) ?? []).concat(holder))

  const reached = new Set([id])
  // A set tells of what is added while it is gone through.
  for (const next of reached) for (const holder of holders.get(next) ?? []) reached.add(holder)
  return [...reached]
}

/** The order of ids and names in lists, where they are not in that of time: `$` before digits before `:` before letters before `_`. */
export function compareTexts(a: string, b: string): number {
  // Character by character, because making two texts for each comparison is what a long list would wait for.
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
