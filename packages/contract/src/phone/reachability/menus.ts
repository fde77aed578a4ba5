import { z } from 'zod'
import { id } from '../fields.ts'
import { partName, type RoutingTarget, routingTarget } from './routing-target.ts'

/** Menus of one workspace. */
export const maxMenus = 20
/** A menu whose key leads to a menu whose key leads to a menu. */
export const maxMenuLevels = 3

/** The keys of a telephone that a menu can use. */
export const menuKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*'] as const

export type MenuKey = (typeof menuKeys)[number]

/** Where a key leads: to a target, or back to the announcement of the menu. */
const menuKeyTarget = z.discriminatedUnion('kind', [
  ...routingTarget.options,
  z.object({ kind: z.literal('repeat') }),
])

export type MenuKeyTarget = z.infer<typeof menuKeyTarget>

/** Callers hear an announcement and press a key, which leads to a target. */
export const routingMenu = z.object({
  id,
  name: partName,
  /** The announcement of the workspace that names the keys; null: the usual one. */
  announcementId: id.nullable(),
  entries: z
    .array(z.object({ key: z.enum(menuKeys), label: partName, target: menuKeyTarget }))
    .min(1)
    .max(menuKeys.length),
  /** The target of callers who press no key, or keys that the menu does not have. */
  fallback: routingTarget,
})

export type RoutingMenu = z.infer<typeof routingMenu>

/** Returns the targets of a menu: those of its keys, and of callers who press none. */
export function listMenuTargets({
  entries,
  fallback,
}: Pick<RoutingMenu, 'entries' | 'fallback'>): RoutingTarget[] {
  const targets = entries.flatMap(({ target }) => (target.kind === 'repeat' ? [] : [target]))
  return [...targets, fallback]
}

/** Returns the menus to which a menu leads immediately, by id. */
function listNextMenuIds(menus: readonly RoutingMenu[], id: string): string[] {
  const menu = menus.find((one) => one.id === id)
  return menu
    ? listMenuTargets(menu).flatMap((target) => (target.kind === 'menu' ? [target.menuId] : []))
    : []
}

/** Returns whether a menu leads through more levels than allowed. One that leads to itself does, too. */
export function hasTooManyLevels(menus: readonly RoutingMenu[], id: string, levels = maxMenuLevels): boolean {
  return levels === 0 || listNextMenuIds(menus, id).some((next) => hasTooManyLevels(menus, next, levels - 1))
}

/** Returns a menu and those to which it leads. */
export function listReachableMenus(menus: readonly RoutingMenu[], id: string): RoutingMenu[] {
  const reached = new Set([id])
  // A set also iterates over what is added meanwhile.
  for (const each of reached) for (const next of listNextMenuIds(menus, each)) reached.add(next)
  return menus.filter((menu) => reached.has(menu.id))
}
