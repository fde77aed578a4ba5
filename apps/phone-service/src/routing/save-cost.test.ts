import { required } from '@parley/primitives'
import { queryStatistics } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { createMenu, saveMenus } from '../testing/menu-calls.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const toEmergency = { kind: 'number', number: '+911' }

/** Guarantee: a save that is rejected anyway costs one query, however large the configuration is. */
test('ZR386: a save of an older version is rejected before its numbers and members are checked', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const save = async (version: number, target: object) => {
    const routes = [
      { number: '+15550199', openingHoursId: null, open: target, closed: target, unanswered: target },
    ]
    const configuration = { groups: [], openingHours: [], routes }
    return (await ada.put('/routing', { version, configuration })).body.code
  }

  expect(await save(0, toEmergency)).toBe('ROUTING_NUMBER_NOT_FOUND')
  expect(await save(1, toEmergency)).toBe('ROUTING_CHANGED')
})

/** Guarantee: an administrator does not occupy the database with a configuration of many numbers. */
test('ZR386: the limits of the workspace are read once for all numbers of a routing', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const save = async (keys: string) => {
    const targets = [...keys].map((key) => [key, { kind: 'number', number: `+1555010${key}` }])
    const { status } = await saveMenus(ada, { menus: [createMenu(Object.fromEntries(targets))] })
    expect(status).toBe(200)
    return await countScans(phone)
  }

  const first = await save('0')
  const second = await save('1')

  // Other reads, which do not depend on the numbers, do not count.
  expect((await save('0123456789')) - second).toBe(second - first)
})

/** Returns how often the calling limits were read. */
async function countScans({ database }: TestPhone): Promise<number> {
  const [row] = await queryStatistics<{ scans: number }>(
    database,
    "select (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname = 'calling_limits'",
  )
  return required(row, 'the statistics').scans
}
