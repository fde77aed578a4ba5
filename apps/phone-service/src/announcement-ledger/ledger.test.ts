import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { announcementFile } from '@parley/call-engine'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { delayAnnouncementEnds } from '../testing/delay-announcements.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const startAnnouncement = announcementFile({ name: 'recording-starts', language: 'en-US' })

/** Starts a recorded call of Ada with the echo number, whose announcement ends when the test lets it. */
async function startRecordedCall(phone: TestPhone) {
  const ada = phone.signUp('Ada')
  const browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0101', { recording: 'on' })
  return { ada, browser, id, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

/** Guarantee (CM3, ZR893): each announcement of a recording is stored with its participant, its audio and its end. */
test('CM3, ZR893: it is stored which participant has heard which announcement, from when until when', async () => {
  const announcements = delayAnnouncementEnds()
  await using phone = await startPhone({}, announcements.wrap)
  await using call = await startRecordedCall(phone)
  const { ada, browser, id } = call
  const list = async () => (await phone.as(ada).get(`/calls/${id}/announcements`)).body.items
  const announcement = await announcements.next(2)
  await expect.poll(async () => (await list()).length, { timeout: 10_000 }).toBe(2)
  const during = await list()
  announcement.end()
  const { legs } = await browser.waitForCall(id, ({ recordings }) => recordings.length === 2)
  const after = await list()
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  const sha256 = createHash('sha256')
    .update(await readFile(startAnnouncement))
    .digest('hex')
  expect(during).toMatchObject([{ outcome: 'unknown', endedAt: null }, { outcome: 'unknown' }])
  expect(after).toMatchObject(
    [0, 1].map(() => ({ outcome: 'played', language: 'en-US', announcementId: null, sha256, callId: id })),
  )
  expect(new Set(after.map(({ legId }: { legId: string }) => legId))).toEqual(
    new Set(legs.map((leg) => leg.id)),
  )
  for (const { startedAt, endedAt } of after) expect(endedAt).toBeGreaterThanOrEqual(startedAt)
  expect(await list()).toEqual(after)
})

test('CM3, ZR893: an announcement that a participant has left is not stored as heard', async () => {
  const announcements = delayAnnouncementEnds()
  await using phone = await startPhone({}, announcements.wrap)
  await using call = await startRecordedCall(phone)
  const { ada, browser, id } = call
  await announcements.next(2)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  const { items } = (await phone.as(ada).get(`/calls/${id}/announcements`)).body
  expect(items).toMatchObject([0, 1].map(() => ({ outcome: 'interrupted', endedAt: expect.any(Number) })))
})

/** Guarantee (ZR894): the ledger is read by the rights of its calls. */
test('ZR894: administrators list and export the ledger of their workspace, and members see that of their calls', async () => {
  await using phone = await startPhone()
  await using call = await startRecordedCall(phone)
  const { ada, browser, id } = call
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 2)
  const [workspace = ''] = ada.teamIds
  const grace = phone.accounts.addUser('Grace', [workspace])
  const linus = phone.signUp('Linus')
  const exportAs = async (query: string) => {
    const response = await fetch(`${phone.service.url}/api/v1/recording-announcements/csv${query}`, {
      headers: { 'x-stack-access-token': await phone.accounts.tokenFor(ada.id) },
    })
    return (await response.text()).trim().split('\n')
  }
  const list = async (query: string) => (await phone.as(ada).get(`/recording-announcements${query}`)).body

  const { items } = await list('')
  expect(items).toHaveLength(2)
  expect(items.map(({ userName, number }: Record<string, unknown>) => userName ?? number).toSorted()).toEqual(
    ['+15550101', 'Ada'],
  )
  expect((await list('?filter=incomplete')).items).toEqual([])
  expect((await list(`?from=${Date.now() + 60_000}`)).items).toEqual([])
  const first = await list('?limit=1')
  expect((await list(`?limit=1&cursor=${first.nextCursor}`)).items).toEqual([items[1]])
  const lines = await exportAs('')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('played')
  expect(await exportAs('?filter=incomplete')).toHaveLength(1)
  expect((await phone.as(linus).get('/recording-announcements')).body.items).toEqual([])
  expect((await phone.as(linus).get(`/calls/${id}/announcements`)).body.code).toBe('CALL_NOT_FOUND')
  expect((await phone.as(grace).get(`/calls/${id}/announcements`)).body.code).toBe('CALL_NOT_FOUND')
  expect((await phone.as(grace).get('/recording-announcements')).body.code).toBe('PHONE_ADMIN_REQUIRED')
  const exported = (await listAuditEntries(phone)).filter(
    ({ action }) => action === 'recording_announcements.exported',
  )
  expect(exported.map(({ actor_id }) => actor_id)).toEqual([ada.id, ada.id])
})
