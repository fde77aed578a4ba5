import type { PermissionDefinition } from './permission-definitions.ts'

type PermissionNode = Pick<PermissionDefinition, 'id' | 'containedPermissionIds'>

/**
 * Returns all permissions that `ids` imply: themselves and those they contain, transitively. Cycles are
 * tolerated; undefined permissions are skipped.
 */
export function expandPermissions(
  ids: Iterable<string>,
  definitions: ReadonlyMap<string, PermissionNode>,
): ReadonlySet<string> {
  const expanded = new Set<string>()
  const pending = [...ids]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const definition = definitions.get(next)
    if (!definition || expanded.has(next)) continue
    expanded.add(next)
    pending.push(...definition.containedPermissionIds)
  }
  return expanded
}

/**
 * Returns all permissions that imply `id`: itself and those that contain it, transitively. Empty if it is
 * undefined.
 */
export function findImplyingPermissions(
  id: string,
  definitions: ReadonlyMap<string, PermissionNode>,
): string[] {
  if (!definitions.has(id)) return []
  const holders = new Map<string, string[]>()
  for (const { id: holder, containedPermissionIds } of definitions.values())
    for (const contained of containedPermissionIds) {
      const found = holders.get(contained)
      if (found) found.push(holder)
      else holders.set(contained, [holder])
    }

  const expanded = new Set([id])
  // A Set iterates over elements that are added during the iteration.
  for (const next of expanded) for (const holder of holders.get(next) ?? []) expanded.add(holder)
  return [...expanded]
}
