import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import type { TestPhone } from '../testing/start-phone.ts'
import { insertIncomingCall, listCallIds, startWorkspace } from '../testing/start-workspace.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

async function comment(phone: TestPhone, by: FakeUser, callId: string, text: string) {
  const { status, body } = await phone.as(by).post(`/calls/${callId}/comments`, { text })
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

async function listTexts(phone: TestPhone, user: FakeUser, callId: string): Promise<string[]> {
  const { body } = await phone.as(user).get(`/calls/${callId}/comments`)
  return body.items.map(({ text }: { text: string }) => text)
}

test('comments have an author and a time, are edited by their author, and listed in pages', async () => {
  const { phone, workspace, ada, grace } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })

  const first = await comment(phone, grace, id, ' She wants\na cake ')
  for (const text of ['Two', 'Three', 'Four', 'Five']) await comment(phone, ada, id, text)
  const path = `/calls/${id}/comments/${first.id}`
  const edited = await phone.as(grace).put(path, { text: 'She wants two cakes' })

  expect(first).toMatchObject({
    userId: grace.id,
    userName: 'Grace',
    text: 'She wants\na cake',
    editedAt: null,
  })
  expect(first.createdAt).toBeGreaterThan(Date.now() - 60_000)
  expect(edited.body).toMatchObject({ id: first.id, text: 'She wants two cakes', createdAt: first.createdAt })
  expect(edited.body.editedAt).toBeGreaterThanOrEqual(first.createdAt)
  const texts: string[] = []
  let cursor = ''
  do {
    const { body } = await phone.as(ada).get(`/calls/${id}/comments?limit=2${cursor && `&cursor=${cursor}`}`)
    expect(body.items.length).toBeLessThanOrEqual(2)
    texts.push(...body.items.map(({ text }: { text: string }) => text))
    cursor = body.nextCursor
  } while (cursor)
  expect(texts).toEqual(['She wants two cakes', 'Two', 'Three', 'Four', 'Five'])
  const wrong = await phone.as(ada).get(`/calls/${id}/comments?cursor=x`)
  expect(wrong.body.code).toBe('SCHEMA_ERROR')
  expect((await phone.as(grace).delete(path)).status).toBe(200)
  expect((await phone.as(grace).delete(path)).body.code).toBe('COMMENT_NOT_FOUND')
  expect((await phone.as(grace).put(path, { text: 'Gone' })).body.code).toBe('COMMENT_NOT_FOUND')
})

test.each([
  ['is empty', '  \n '],
  ['shows nothing', '\u200b\u3164'],
  ['has more than 4,000 characters', 'x'.repeat(4_001)],
])('a text that %s is no comment', async (_, text) => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _phone = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const { id: written } = await comment(phone, grace, id, 'x'.repeat(4_000))

  expect((await phone.as(grace).post(`/calls/${id}/comments`, { text })).body.code).toBe('SCHEMA_ERROR')
  expect((await phone.as(grace).put(`/calls/${id}/comments/${written}`, { text })).body.code).toBe(
    'SCHEMA_ERROR',
  )
})

/** Guarantee (ZR687): comments are read and written by those who may read the call, and changed by their author only. */
test('ZR687: who may read a call comments on it; others edit no comment, and administrators delete any, audited', async () => {
  const { phone, workspace, ada, grace, linus, hedy } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const other = await insertIncomingCall(phone, workspace, { answeredBy: linus })
  const { id: ofGrace } = await comment(phone, grace, id, 'Salary of Hopper')
  const { id: ofAda } = await comment(phone, ada, id, 'Agreed')
  for (const stranger of [linus, hedy]) {
    const as = phone.as(stranger)
    const responses = [
      await as.get(`/calls/${id}/comments`),
      await as.post(`/calls/${id}/comments`, { text: 'Hello' }),
      await as.put(`/calls/${id}/comments/${ofGrace}`, { text: 'Mine' }),
      await as.delete(`/calls/${id}/comments/${ofGrace}`),
    ]
    expect(responses.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'CALL_NOT_FOUND'))
    expect(await listCallIds(phone, stranger, '?search=salary')).toEqual([])
  }
  // The comment is one of another call.
  const asLinus = phone.as(linus)
  for (const response of [
    await asLinus.put(`/calls/${other}/comments/${ofGrace}`, { text: 'Mine' }),
    await asLinus.delete(`/calls/${other}/comments/${ofGrace}`),
  ])
    expect(response.body.code).toBe('COMMENT_NOT_FOUND')
  await phone.as(grace).put(`/calls/${id}/assignment`, { userId: linus.id })
  expect(await listTexts(phone, linus, id)).toEqual(['Salary of Hopper', 'Agreed'])
  expect(await listCallIds(phone, linus, '?filter=assigned&search=salary')).toEqual([id])

  for (const user of [ada, linus])
    expect((await phone.as(user).put(`/calls/${id}/comments/${ofGrace}`, { text: 'Mine' })).body.code).toBe(
      'COMMENT_NOT_YOURS',
    )
  expect((await asLinus.delete(`/calls/${id}/comments/${ofAda}`)).body.code).toBe('COMMENT_NOT_YOURS')
  expect((await phone.as(grace).delete(`/calls/${id}/comments/${ofAda}`)).body.code).toBe('COMMENT_NOT_YOURS')
  expect((await phone.as(ada).delete(`/calls/${id}/comments/${ofAda}`)).status).toBe(200)
  const audited = async () =>
    (await listAuditEntries(phone)).filter(({ action }) => action === 'call.comment_deleted')
  expect(await audited()).toEqual([])
  expect((await phone.as(ada).delete(`/calls/${id}/comments/${ofGrace}`)).status).toBe(200)
  expect(await audited()).toMatchObject([
    { actor_id: ada.id, subject_id: id, details: { writtenBy: grace.id } },
  ])
  await phone.as(grace).put(`/calls/${id}/assignment`, { userId: null })
  expect((await asLinus.get(`/calls/${id}/comments`)).body.code).toBe('CALL_NOT_FOUND')
})

/** Guarantee (ZR688): comments cannot fill the database, also when many are sent at the same time. */
test('ZR688: a call has at most 200 comments', async () => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  await phone.database.pool.query(
    `insert into phone.call_comments (id, call_id, workspace_id, user_id, text, created_at, search_text)
     select gen_random_uuid(), $1, $2, $3, 'Full', now(), '' from generate_series(1, 199)`,
    [id, workspace, grace.id],
  )

  const { pool } = phone.database
  const blocker = await pool.connect()
  await blocker.query('begin')
  // Comments can be counted, and inserted later.
  await blocker.query('lock table phone.call_comments in share mode')

  const sent = Array.from({ length: 3 }, () =>
    phone.as(grace).post(`/calls/${id}/comments`, { text: 'One more' }),
  )
  await waitUntil('two requests wait', async () => {
    const { rows } = await pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
    return rows.length >= 2
  })
  await blocker.query('commit')
  blocker.release()
  const responses = await Promise.all(sent)

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  const rejected = responses.filter(({ status }) => status !== 201)
  expect(rejected.map(({ body }) => [body.code, body.details])).toEqual(
    Array.from({ length: 2 }, () => ['COMMENT_LIMIT', { limit: 200 }]),
  )
})

test('a comment is written during a call, found by the search, and announced to the tabs of its readers', async () => {
  const { phone, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  await using browser = await openBrowser(phone, grace)
  const { id } = await browser.call('+1 555 0101')
  const [atLinus, atAda] = [
    await connectLive(phone, linus, randomUUID()),
    await connectLive(phone, ada, randomUUID()),
  ]

  const written = await comment(phone, ada, id, 'Ask for the übernächste invoice')

  expect(await browser.next('call-details.changed')).toMatchObject({ callId: id })
  expect(await atAda.next('call-details.changed')).toMatchObject({ callId: id })
  atLinus.send({ type: 'ping', nonce: 1 })
  await atLinus.next('pong')
  expect(atLinus.messages.filter(({ type }) => type === 'call-details.changed')).toEqual([])
  await phone.as(grace).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')
  expect(await listTexts(phone, grace, id)).toEqual(['Ask for the übernächste invoice'])
  expect(await listCallIds(phone, grace, '?search=ubernachste%20inv')).toEqual([id])
  await phone.as(ada).delete(`/calls/${id}/comments/${written.id}`)
  expect(await listCallIds(phone, grace, '?search=ubernachste%20inv')).toEqual([])
  for (const socket of [atLinus, atAda]) socket.close()
})
