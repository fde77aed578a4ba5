import { hasTooManyLevels, listMenuTargets, type RoutingMenu } from './menus.ts'
import type { RoutingTarget } from './routing-target.ts'

/** The parts of a configuration whose references are checked. */
interface CheckedParts {
  readonly groups: readonly { readonly id: string; readonly memberIds: readonly string[] }[]
  readonly openingHours: readonly {
    readonly id: string
    readonly weekly: readonly { readonly day: number }[]
    readonly holidays: readonly { readonly date: string }[]
  }[]
  readonly queues: readonly { readonly id: string; readonly groupId: string }[]
  readonly menus: readonly RoutingMenu[]
  readonly routes: readonly CheckedRoute[]
}

interface CheckedRoute {
  readonly number: string | null
  readonly openingHoursId: string | null
  readonly open: RoutingTarget
  readonly closed: RoutingTarget
  readonly unanswered: RoutingTarget
}

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Returns the references of a configuration to parts that it does not have, and what it has twice. */
export function findRoutingProblems(configuration: CheckedParts): Problem[] {
  return [
    ...findDuplicates(configuration),
    ...findMenuProblems(configuration),
    ...findUnknownParts(configuration),
  ]
}

function findDuplicates({ groups, openingHours, queues, menus, routes }: CheckedParts): Problem[] {
  const ids = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id)
  const problems = [
    findDuplicate(ids(groups), ['groups'], 'Two groups have the same id.'),
    findDuplicate(ids(openingHours), ['openingHours'], 'Two opening hours have the same id.'),
    findDuplicate(ids(queues), ['queues'], 'Two queues have the same id.'),
    findDuplicate(ids(menus), ['menus'], 'Two menus have the same id.'),
    findDuplicate(
      routes.map(({ number }) => number),
      ['routes'],
      'A number has two routes.',
    ),
    ...groups.map(({ memberIds }, index) =>
      findDuplicate(memberIds, ['groups', index, 'memberIds'], 'A member is listed twice.'),
    ),
    ...openingHours.flatMap(({ weekly, holidays }, index) => [
      findDuplicate(
        weekly.map(({ day }) => day),
        ['openingHours', index, 'weekly'],
        'A day is listed twice.',
      ),
      findDuplicate(
        holidays.map(({ date }) => date),
        ['openingHours', index, 'holidays'],
        'A date is listed twice.',
      ),
    ]),
    ...menus.map(({ entries }, index) =>
      findDuplicate(
        entries.map(({ key }) => key),
        ['menus', index, 'entries'],
        'A key is listed twice.',
      ),
    ),
  ]
  return problems.filter((problem) => problem !== null)
}

function findDuplicate(values: readonly unknown[], path: Problem['path'], message: string): Problem | null {
  return new Set(values).size < values.length ? { path, message } : null
}

function findMenuProblems({ menus }: CheckedParts): Problem[] {
  const message = 'Menus lead to menus through more than three levels.'
  return menus.flatMap(({ id }, index) =>
    hasTooManyLevels(menus, id) ? [{ path: ['menus', index], message }] : [],
  )
}

function findUnknownParts(configuration: CheckedParts): Problem[] {
  const { openingHours, queues, menus, routes } = configuration
  const find = (target: RoutingTarget, path: Problem['path']) => {
    const message = findUnknownTarget(target, configuration)
    return message === null ? [] : [{ path, message }]
  }
  return [
    ...queues.flatMap(({ groupId }, index) => find({ kind: 'group', groupId }, ['queues', index, 'groupId'])),
    ...menus.flatMap((menu, index) =>
      listMenuTargets(menu).flatMap((target) => find(target, ['menus', index])),
    ),
    ...routes.flatMap(({ openingHoursId, ...route }, index) => [
      ...(openingHoursId === null || openingHours.some(({ id }) => id === openingHoursId)
        ? []
        : [{ path: ['routes', index, 'openingHoursId'], message: 'These opening hours do not exist.' }]),
      ...(['open', 'closed', 'unanswered'] as const).flatMap((key) =>
        find(route[key], ['routes', index, key]),
      ),
    ]),
  ]
}

function findUnknownTarget(
  target: RoutingTarget,
  { groups, queues, menus }: Pick<CheckedParts, 'groups' | 'queues' | 'menus'>,
): string | null {
  const isIn = (parts: readonly { readonly id: string }[], id: string) => parts.some((part) => part.id === id)
  if (target.kind === 'group' && !isIn(groups, target.groupId)) return 'This group does not exist.'
  if (target.kind === 'queue' && !isIn(queues, target.queueId)) return 'This queue does not exist.'
  if (target.kind === 'menu' && !isIn(menus, target.menuId)) return 'This menu does not exist.'
  return null
}
