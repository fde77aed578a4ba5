import { expect, test } from 'vitest'
import { listAuditEntries } from '../../testing/audit-entries.ts'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import type { TestPhone } from '../../testing/start-phone.ts'
import { insertIncomingCall, listCallIds, startWorkspace } from '../../testing/start-workspace.ts'
import { connectLive, openBrowser } from '../../testing/test-browser.ts'

async function listTags(phone: TestPhone, user: FakeUser, search = ''): Promise<string[]> {
  return (await phone.as(user).get(`/calls/tags?search=${encodeURIComponent(search)}`)).body.items
}

test('a call has tags, which the list, the search and the filter find without regard to case', async () => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _ = phone
  const tagged = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const other = await insertIncomingCall(phone, workspace, { answeredBy: grace })

  const tags = ['Größe XL', '\u200bGröße XL', 'GRÖSSE xl', 'gröẞe XL', ' Key\u202e customer ', '\u3164']
  const saved = await phone.as(grace).put(`/calls/${tagged}/tags`, { tags })
  await phone.as(grace).put(`/calls/${other}/tags`, { tags: ['Key'] })

  expect(saved.body.tags).toEqual(['Größe XL', 'GRÖSSE xl', 'Key customer'])
  expect((await phone.as(grace).get(`/calls/${tagged}`)).body.tags).toEqual(saved.body.tags)
  const find = (query: string) => listCallIds(phone, grace, query)
  expect(await find(`?tag=${encodeURIComponent('GRÖßE xl')}`)).toEqual([tagged])
  expect(await find('?tag=key')).toEqual([other])
  expect(await find('?search=customer')).toEqual([tagged])
  expect(await find('?tag=key%20customer&filter=missed')).toEqual([])
  await phone.as(grace).put(`/calls/${tagged}/tags`, { tags: [] })
  expect(await find('?search=customer')).toEqual([])
})

test.each([
  ['more than 30 tags', Array.from({ length: 31 }, (_, index) => `Tag ${index}`)],
  ['a tag of 51 characters', ['x'.repeat(51)]],
  ['an empty tag', ['']],
])('a call cannot have %s', async (_, tags) => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _phone = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })

  expect((await phone.as(grace).put(`/calls/${id}/tags`, { tags })).body.code).toBe('SCHEMA_ERROR')
  expect((await phone.as(grace).get(`/calls/${id}`)).body.tags).toEqual([])
})

/** Guarantee (ZR681): an active call, which saves its whole row, does not overwrite what users write meanwhile. */
test('ZR681: tags that are set while an active call is saved are not lost', async () => {
  const { phone, grace } = await startWorkspace()
  await using _ = phone
  await using browser = await openBrowser(phone, grace)
  const { id } = await browser.call('+1 555 0101')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const as = phone.as(grace)

  const changes = Array.from({ length: 10 }, async (_, index) => [
    (await as.put(`/calls/${id}/muted`, { muted: index % 2 === 0 })).status,
    (await as.put(`/calls/${id}/tags`, { tags: ['Urgent', `Tag ${index}`] })).status,
    (await as.put(`/calls/${id}/muted`, { muted: index % 2 === 1 })).status,
  ])
  expect((await Promise.all(changes)).flat()).toEqual(Array.from({ length: 30 }, () => 200))
  await as.put(`/calls/${id}/tags`, { tags: ['Urgent', 'Last'] })
  await as.put(`/calls/${id}/muted`, { muted: true })
  await as.put(`/calls/${id}/muted`, { muted: false })

  expect((await as.get(`/calls/${id}`)).body.tags).toEqual(['Urgent', 'Last'])
  const { rows } = await phone.database.pool.query('select tags, tag_keys from phone.calls where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ tags: ['Urgent', 'Last'], tag_keys: ['urgent', 'last'] }])
  await as.post(`/calls/${id}/hang-up`, {})
  expect((await browser.next('call.ended')).call.tags).toEqual(['Urgent', 'Last'])
  expect((await as.get(`/calls/${id}`)).body.tags).toEqual(['Urgent', 'Last'])
  expect(await listCallIds(phone, grace, '?search=last')).toEqual([id])
})

/** Guarantee (ZR682): concurrent changes of the notes and the tags of a call are all found by the search. */
test('ZR682: notes and tags that are saved at the same time are both found', async () => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _ = phone
  const as = phone.as(grace)

  for (let round = 0; round < 10; round++) {
    const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
    await Promise.all([
      as.put(`/calls/${id}/notes`, { notes: `note${round}x` }),
      as.put(`/calls/${id}/tags`, { tags: [`tag${round}x`] }),
    ])
    expect(await listCallIds(phone, grace, `?search=note${round}x%20tag${round}x`)).toEqual([id])
  }
})

/** Guarantee (ZR683): tags are changed, suggested and found only by users who may read the call. */
test('ZR683: members neither tag the calls of others nor see their tags, and administrators do so audited', async () => {
  const { phone, workspace, ada, grace, linus, hedy } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const ofLinus = await insertIncomingCall(phone, workspace, { answeredBy: linus })
  await phone.as(linus).put(`/calls/${ofLinus}/tags`, { tags: ['lawsuit', 'Cake'] })
  await phone.as(grace).put(`/calls/${id}/tags`, { tags: ['Lawsuit', 'Salary'] })

  for (const other of [linus, hedy]) {
    const { status, body } = await phone.as(other).put(`/calls/${id}/tags`, { tags: [] })
    expect([status, body.code]).toEqual([404, 'CALL_NOT_FOUND'])
    expect(await listTags(phone, other)).not.toContain('Salary')
    expect(await listCallIds(phone, other, '?tag=salary')).toEqual([])
    expect(await listCallIds(phone, other, '?search=salary')).toEqual([])
  }
  expect(await listTags(phone, linus)).toEqual(['Cake', 'lawsuit'])
  expect(await listTags(phone, grace, 'SAL')).toEqual(['Salary'])
  expect(await listTags(phone, hedy)).toEqual([])
  const [first, ...others] = await listTags(phone, ada)
  expect([first?.toLowerCase(), others]).toEqual(['lawsuit', ['Cake', 'Salary']])
  const changes = async () =>
    (await listAuditEntries(phone)).filter(({ action }) => action === 'call.tags_changed')
  expect(await changes()).toEqual([])
  expect((await phone.as(ada).put(`/calls/${id}/tags`, { tags: ['Lawsuit'] })).status).toBe(200)
  await phone.as(ada).put(`/calls/${id}/tags`, { tags: ['Lawsuit'] })
  expect(await changes()).toMatchObject([
    { actor_id: ada.id, subject_id: id, details: { calledBy: grace.id } },
  ])
})

test('the tabs of those who may read a call are notified of a change of its tags, and no others', async () => {
  const { phone, workspace, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  const id = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const [atLinus, atAda, atGrace] = [
    await connectLive(phone, linus, crypto.randomUUID()),
    await connectLive(phone, ada, crypto.randomUUID()),
    await connectLive(phone, grace, crypto.randomUUID()),
  ]

  await phone.as(grace).put(`/calls/${id}/tags`, { tags: ['Cake'] })

  expect(await atGrace.next('call-details.changed')).toMatchObject({ callId: id })
  expect(await atAda.next('call-details.changed')).toMatchObject({ callId: id })
  atLinus.send({ type: 'ping', nonce: 1 })
  await atLinus.next('pong')
  expect(atLinus.messages.filter(({ type }) => type === 'call-details.changed')).toEqual([])
  for (const socket of [atLinus, atAda, atGrace]) socket.close()
})
