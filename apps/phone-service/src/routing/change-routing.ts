import type { ResponseOf } from '@parley/contract'
import { PhoneError, routing } from '@parley/contract/phone'
import { isTimeZone, removeInvisibleCharacters } from '@parley/primitives'
import { saveAnnouncementsInRouting } from '../announcements/index.ts'
import { requireForwardingAllowed, type SimulatedPstnService } from '../numbers/index.ts'
import { type AuthenticationService, type PhoneRequest, runOrUnreachable } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { toVisibleName } from '../visible-name.ts'
import { deleteOtherTurns } from './group-turns.ts'
import { findRouting, replaceRouting } from './routing-configurations.ts'

type GetRouting = typeof routing.getRouting
type SaveRouting = typeof routing.saveRouting
type Deps = Services & SimulatedPstnService & AuthenticationService

export async function getRouting(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetRouting>,
): Promise<ResponseOf<GetRouting>> {
  const { version, configuration } = await findRouting(database, user.workspaceId)
  return { version, configuration }
}

/** Replaces the configuration of a workspace, which another administrator may not have changed in between. */
export async function saveRouting(
  services: Deps,
  { user, body, transaction }: PhoneRequest<SaveRouting>,
): Promise<ResponseOf<SaveRouting>> {
  const { workspaceId, userId } = user
  // Before the checks, which take time in proportion to the configuration.
  if ((await findRouting(services.database, workspaceId)).version !== body.version)
    throw new PhoneError('ROUTING_CHANGED')
  const configuration = toVisibleNames(body.configuration)
  checkTimeZones(configuration)
  await checkNumbers(services, workspaceId, configuration)
  await checkMembers(services, workspaceId, configuration)
  await requireForwardingAllowed(services, user, listForwardingNumbers(configuration))
  const version = await transaction(async (changes) => {
    const next = { ...body, configuration, savedBy: userId }
    const saved = await replaceRouting(changes, workspaceId, next, services.now())
    if (saved === null) throw new PhoneError('ROUTING_CHANGED')
    if (!(await saveAnnouncementsInRouting(changes, workspaceId, listAnnouncementIds(configuration))))
      throw new PhoneError('ROUTING_ANNOUNCEMENT_NOT_FOUND')
    const { groups, openingHours, menus, routes } = configuration
    await deleteOtherTurns(
      changes,
      workspaceId,
      groups.map(({ id }) => id),
    )
    const counts = {
      groups: groups.length,
      openingHours: openingHours.length,
      menus: menus.length,
      routes: routes.length,
    }
    await changes.audit(
      'routing.saved',
      { type: 'workspace', id: workspaceId },
      { version: saved, ...counts },
    )
    return saved
  })
  services.log.info('routing.saved', { workspaceId, userId })
  return { version, configuration }
}

/**
 * Removes invisible characters from the names of a configuration.
 *
 * @throws {PhoneError} `SCHEMA_ERROR` when the name of a group, a queue, opening hours or a menu shows nothing
 */
function toVisibleNames(configuration: routing.RoutingConfiguration): routing.RoutingConfiguration {
  const groups = configuration.groups.map(withVisibleName)
  const queues = configuration.queues.map(withVisibleName)
  const openingHours = configuration.openingHours.map(withVisibleName).map(({ holidays, ...hours }) => ({
    ...hours,
    // The name of a holiday may be empty.
    holidays: holidays.map(({ name, ...holiday }) => ({ ...holiday, name: removeInvisibleCharacters(name) })),
  }))
  const menus = configuration.menus.map(withVisibleName).map(({ entries, ...menu }) => ({
    ...menu,
    entries: entries.map((entry) => ({ ...entry, label: toVisibleName(entry.label, field) })),
  }))
  return { ...configuration, groups, queues, openingHours, menus }
}

const field = 'body.configuration'

function withVisibleName<T extends { readonly name: string }>(named: T): T {
  return { ...named, name: toVisibleName(named.name, field) }
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function checkTimeZones({ openingHours }: routing.RoutingConfiguration): void {
  for (const { timeZone } of openingHours) {
    if (!isTimeZone(timeZone))
      throw new PhoneError('SCHEMA_ERROR', { message: `body.configuration: unknown time zone ${timeZone}.` })
  }
}

/** @throws {PhoneError} `ROUTING_NUMBER_NOT_FOUND` */
async function checkNumbers(
  { database }: Deps,
  workspaceId: string,
  { routes }: routing.RoutingConfiguration,
): Promise<void> {
  const known = new Set((await listTrunkNumbers(database, workspaceId)).map(({ number }) => number))
  for (const { number } of routes)
    if (number !== null && !known.has(number)) throw new PhoneError('ROUTING_NUMBER_NOT_FOUND', { number })
}

/** @throws {PhoneError} `ROUTING_MEMBER_NOT_FOUND`, `ACCOUNTS_UNREACHABLE` */
async function checkMembers(
  { authentication }: Deps,
  workspaceId: string,
  configuration: routing.RoutingConfiguration,
): Promise<void> {
  const named = [
    ...configuration.groups.flatMap(({ memberIds }) => memberIds),
    ...listTargets(configuration).flatMap((target) => (target.kind === 'user' ? [target.userId] : [])),
  ]
  if (named.length === 0) return
  const members = await runOrUnreachable(() => authentication.workspaceMembers.listAll(workspaceId))
  const memberIds = new Set(members.map(({ userId }) => userId))
  for (const userId of named)
    if (!memberIds.has(userId)) throw new PhoneError('ROUTING_MEMBER_NOT_FOUND', { userId })
}

function listForwardingNumbers(configuration: routing.RoutingConfiguration): ReadonlySet<string> {
  return new Set(
    listTargets(configuration).flatMap((target) => (target.kind === 'number' ? [target.number] : [])),
  )
}

function listAnnouncementIds(configuration: routing.RoutingConfiguration): string[] {
  const ids = [
    ...configuration.menus.map(({ announcementId }) => announcementId),
    ...listTargets(configuration).map((target) =>
      target.kind === 'voicemail' ? target.announcementId : null,
    ),
  ]
  return ids.filter((id) => id !== null)
}

function listTargets({ routes, menus }: routing.RoutingConfiguration): routing.RoutingTarget[] {
  return [
    ...routes.flatMap(({ open, closed, unanswered }) => [open, closed, unanswered]),
    ...menus.flatMap(routing.listMenuTargets),
  ]
}
