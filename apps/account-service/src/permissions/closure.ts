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

/** The order of permission ids in lists: `$` before digits before `:` before letters before `_`. */
export function comparePermissionIds(a: string, b: string): number {
  const [upperA, upperB] = [a.toUpperCase(), b.toUpperCase()]
  if (upperA !== upperB) return upperA < upperB ? -1 : 1
  if (a === b) return 0
  return a > b ? -1 : 1
}
