import { routing } from '@parley/contract/phone'
import type { Configuration, Group, Menu, NumberRoute, OpeningHours, Queue, Target } from './use-routing.ts'

interface Identified {
  readonly id: string
}

/** Returns the route of a number, or null when the route of all other numbers applies. */
export function findRoute({ routes }: Configuration, number: string | null): NumberRoute | null {
  return routes.find((route) => route.number === number) ?? null
}

/** Returns the route of the numbers without their own. Without a saved one, calls ring for everyone. */
export function getDefaultRoute(configuration: Configuration): NumberRoute {
  return (
    findRoute(configuration, null) ?? {
      number: null,
      openingHoursId: null,
      open: { kind: 'everyone' },
      closed: { kind: 'hang-up' },
      unanswered: { kind: 'hang-up' },
    }
  )
}

export function withRoute(before: Configuration, route: NumberRoute): Configuration {
  return { ...before, routes: [...withoutRoute(before, route.number).routes, route] }
}

export function withoutRoute(before: Configuration, number: string | null): Configuration {
  return { ...before, routes: before.routes.filter((route) => route.number !== number) }
}

export function withGroup(before: Configuration, group: Group): Configuration {
  return { ...before, groups: replaceOrAppend(before.groups, group) }
}

export function withoutGroup(before: Configuration, id: string): Configuration {
  return { ...before, groups: before.groups.filter((group) => group.id !== id) }
}

export function withOpeningHours(before: Configuration, hours: OpeningHours): Configuration {
  return { ...before, openingHours: replaceOrAppend(before.openingHours, hours) }
}

export function withoutOpeningHours(before: Configuration, id: string): Configuration {
  return { ...before, openingHours: before.openingHours.filter((hours) => hours.id !== id) }
}

export function withQueue(before: Configuration, queue: Queue): Configuration {
  return { ...before, queues: replaceOrAppend(before.queues, queue) }
}

export function withoutQueue(before: Configuration, id: string): Configuration {
  return { ...before, queues: before.queues.filter((queue) => queue.id !== id) }
}

export function withMenu(before: Configuration, menu: Menu): Configuration {
  return { ...before, menus: replaceOrAppend(before.menus, menu) }
}

export function withoutMenu(before: Configuration, id: string): Configuration {
  return { ...before, menus: before.menus.filter((menu) => menu.id !== id) }
}

/** Returns the menus that name a group, a queue or a menu. */
export function listMenusWith({ menus }: Configuration, id: string): readonly Menu[] {
  return menus.filter((menu) => routing.listMenuTargets(menu).some((target) => isPart(target, id)))
}

/** Returns the menus to which a menu can lead without too many levels. */
export function listMenusForKeys(configuration: Configuration, { id }: Menu): readonly Menu[] {
  return configuration.menus.filter((next) => {
    const leading = withMenu(configuration, {
      id,
      name: '',
      announcementId: null,
      entries: [],
      fallback: { kind: 'menu', menuId: next.id },
    })
    return !leading.menus.some((menu) => routing.hasTooManyLevels(leading.menus, menu.id))
  })
}

/** Returns the queues whose callers the members of a group take. */
export function listQueuesWith({ queues }: Configuration, groupId: string): readonly Queue[] {
  return queues.filter((queue) => queue.groupId === groupId)
}

/** Returns the routes that name a group, a queue, a menu or opening hours. */
export function listRoutesWith({ routes }: Configuration, id: string): readonly NumberRoute[] {
  return routes.filter(
    ({ openingHoursId, open, closed, unanswered }) =>
      openingHoursId === id || [open, closed, unanswered].some((target) => isPart(target, id)),
  )
}

function isPart(target: Target, id: string): boolean {
  return (
    (target.kind === 'group' && target.groupId === id) ||
    (target.kind === 'queue' && target.queueId === id) ||
    (target.kind === 'menu' && target.menuId === id)
  )
}

function replaceOrAppend<Item extends Identified>(items: readonly Item[], item: Item): Item[] {
  return items.some(({ id }) => id === item.id)
    ? items.map((before) => (before.id === item.id ? item : before))
    : [...items, item]
}
