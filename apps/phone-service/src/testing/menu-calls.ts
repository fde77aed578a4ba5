import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createTone } from './create-tone.ts'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'

export const hangUp = { kind: 'hang-up' }
export const mainId = randomUUID()
export const subId = randomUUID()
/** The announcements of the menus, as tones. */
export const tones = { main: 700, sub: 1_500, invalid: 1_900 }

type Api = ReturnType<TestPhone['as']>

/** Uploads a tone of half a second as an announcement, and returns its id. */
export async function uploadTone(as: Api, toneHz: number, seconds = 0.5): Promise<string> {
  const added = await as.post('/announcements', {
    name: `${toneHz} Hz`,
    audio: createTone(toneHz, { seconds }),
  })
  expect(added.status).toBe(201)
  return added.body.id
}

export function toUser({ id }: FakeUser) {
  return { kind: 'user', userId: id }
}

/** Returns a menu whose keys lead to targets: `{ '1': toUser(grace) }`. */
export function createMenu(keys: Record<string, object>, menu: object = {}) {
  const entries = Object.entries(keys).map(([key, target]) => ({ key, label: `Key ${key}`, target }))
  return { id: mainId, name: 'Main', announcementId: null, entries, fallback: hangUp, ...menu }
}

export interface MenuRouting {
  readonly menus: readonly object[]
  readonly groups?: readonly object[]
  readonly queues?: readonly object[]
  readonly open?: object
  readonly unanswered?: object
}

/** Leads all calls to the main menu, or to another target. */
export async function saveMenus(
  as: Api,
  {
    menus,
    groups = [],
    queues = [],
    open = { kind: 'menu', menuId: mainId },
    unanswered = hangUp,
  }: MenuRouting,
) {
  const { version } = (await as.get('/routing')).body
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered }]
  return await as.put('/routing', {
    version,
    configuration: { groups, openingHours: [], queues, menus, routes },
  })
}

/** Returns the stages of the menus of the only call, in their order, and the key that has led elsewhere. */
export async function listStages(phone: TestPhone): Promise<string[]> {
  const { rows } = await phone.database.pool.query(
    `select coalesce(data->'menu'->>'stage', 'left by ' || coalesce(data->>'key', 'no key')) as stage
     from phone.call_events where type in ('menu', 'menu-left') order by call_id, number`,
  )
  return rows.map(({ stage }) => stage)
}

export async function listTimers(phone: Pick<TestPhone, 'database'>): Promise<string[]> {
  const { rows } = await phone.database.pool.query('select name from phone.call_timers')
  return rows.map(({ name }) => name)
}
