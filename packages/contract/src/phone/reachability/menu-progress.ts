import type { RoutingMenu } from './menus.ts'
import type { RoutingTarget } from './routing-target.ts'

/** How long a menu waits for a key after its announcement. */
export const keyWaitMs = 5_000
/** How long a caller may stay in menus. Within it, all levels can be heard twice. */
export const maxMenuMs = 10 * 60_000

const maxWaits = 2
const maxInvalidKeys = 3
/** How often a caller can have a menu repeated. Each repetition keeps an announcement playing to them. */
export const maxRepeats = 5

/**
 * Where a caller is in a menu.
 *
 *   prompt --ended--> waiting --no key--> prompt, once
 *      ^ \               |
 *      |  +--other key---+--> invalid
 *      +---------ended-----------+
 *
 * The key that repeats the menu leads from each stage to the prompt.
 */
export interface MenuProgress {
  readonly menuId: string
  /** The caller hears the announcement of the menu, hears that a key does not exist, or hears nothing. */
  readonly stage: 'prompt' | 'invalid' | 'waiting'
  /** How many times the caller has pressed no key. */
  readonly waits: number
  readonly invalidKeys: number
  /** How many times the caller had the menu repeated. Missing in calls that began before an upgrade. */
  readonly repeats?: number
}

export type MenuInput =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'played' }
  | { readonly type: 'no-key' }
  /** The caller has stayed too long, or may not enter. */
  | { readonly type: 'over' }

export type MenuResult =
  | { readonly type: 'continues'; readonly progress: MenuProgress }
  /** `key` is null for the target of callers who press none. */
  | {
      readonly type: 'leaves'
      readonly menuId: string
      readonly key: string | null
      readonly target: RoutingTarget
    }

export function enterMenu(menuId: string): MenuProgress {
  return { menuId, stage: 'prompt', waits: 0, invalidKeys: 0, repeats: 0 }
}

/** Returns what happens next to a caller in a menu: the same in a call, and in the test of a menu in the page. */
export function nextInMenu(
  menus: readonly RoutingMenu[],
  progress: MenuProgress,
  input: MenuInput,
): MenuResult {
  const { menuId, stage } = progress
  const menu = menus.find(({ id }) => id === menuId)
  if (!menu) return { type: 'leaves', menuId, key: null, target: { kind: 'hang-up' } }
  switch (input.type) {
    case 'key': {
      const entry = menu.entries.find(({ key }) => key === input.key)
      if (!entry) return onInvalidKey(menu, progress)
      return entry.target.kind === 'repeat' ? repeat(menu, progress) : follow(menuId, entry.key, entry.target)
    }
    case 'played': {
      const next = stage === 'invalid' ? 'prompt' : 'waiting'
      return { type: 'continues', progress: { ...progress, stage: next } }
    }
    case 'no-key': {
      const waits = progress.waits + 1
      if (waits >= maxWaits) return follow(menuId, null, menu.fallback)
      return { type: 'continues', progress: { ...progress, stage: 'prompt', waits } }
    }
    case 'over':
      return findFallback(menus, menu)
  }
}

function onInvalidKey({ id, fallback }: RoutingMenu, progress: MenuProgress): MenuResult {
  const invalidKeys = progress.invalidKeys + 1
  if (invalidKeys >= maxInvalidKeys) return follow(id, null, fallback)
  return { type: 'continues', progress: { ...progress, stage: 'invalid', invalidKeys } }
}

function repeat({ id, fallback }: RoutingMenu, progress: MenuProgress): MenuResult {
  const repeats = (progress.repeats ?? 0) + 1
  if (repeats > maxRepeats) return follow(id, null, fallback)
  return { type: 'continues', progress: { ...progress, stage: 'prompt', repeats } }
}

function follow(menuId: string, key: string | null, target: RoutingTarget): MenuResult {
  if (target.kind === 'menu') return { type: 'continues', progress: enterMenu(target.menuId) }
  return { type: 'leaves', menuId, key, target }
}

/** Returns the target of callers who press no key in any menu. Menus lead to no menu before them. */
function findFallback(menus: readonly RoutingMenu[], { id, fallback }: RoutingMenu): MenuResult {
  const next = fallback.kind === 'menu' && menus.find((menu) => menu.id === fallback.menuId)
  if (next) return findFallback(menus, next)
  return { type: 'leaves', menuId: id, key: null, target: fallback }
}
