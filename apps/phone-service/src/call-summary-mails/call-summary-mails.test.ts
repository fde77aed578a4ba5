import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { analyse, insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { startWithAnalysis } from './testing.ts'

/** Guarantee (ZR850): a summary goes to members only, and only to those who may see the call. */
test('ZR850: a summary is sent to the members who may see the call, and to no one else', async () => {
  await using all = await startWithAnalysis()
  const { phone, ada, grace, linus, hedy, callId, smtp } = all
  const without = await all.getMail(grace)
  expect((await all.send(grace, [grace])).body.code).toBe('MAIL_SERVER_NOT_FOUND')
  await all.saveServer()

  const { body: shown } = await all.getMail(grace)
  for (const stranger of [linus, hedy])
    expect((await all.getMail(stranger)).body.code).toBe('RECORDING_NOT_FOUND')
  for (const stranger of [linus, hedy, { ...hedy, id: randomUUID() }])
    expect((await all.send(grace, [grace, stranger])).body.code).toBe('SUMMARY_RECIPIENT_NOT_ALLOWED')
  expect(await all.listTo()).toEqual([])
  const { body: sent } = await all.send(grace, [grace, ada])
  await waitUntil('both e-mails arrive', () => smtp.received.length === 2, 20_000)

  expect(without.body.email).toBeNull()
  expect(shown.recipients.toSorted(byName)).toEqual([
    { userId: ada.id, name: 'Ada', wasInCall: false, sentAt: null },
    { userId: grace.id, name: 'Grace', wasInCall: true, sentAt: null },
  ])
  expect(sent.results.map(({ result }: { result: string }) => result)).toEqual(['sent', 'sent'])
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])
  const lines = shown.email.text.split('\n')
  expect(lines).toContain('Grace orders 400 lenses.')
  for (const { raw } of smtp.received) for (const line of lines) expect(raw).toContain(line)
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'call.summary_mailed')
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({ actor_id: grace.id, subject_id: callId })
})

/** Guarantee (ZR851): each member gets an analysis once. */
test('ZR851: a summary is sent once to each member, also by simultaneous requests', async () => {
  await using all = await startWithAnalysis()
  const { ada, grace } = all
  await all.saveServer()

  const responses = await Promise.all([1, 2, 3].map(() => all.send(grace, [grace, ada])))
  const again = await all.send(ada, [grace])

  const results = responses.flatMap(({ body }) =>
    body.results.map(({ result }: { result: string }) => result),
  )
  expect(results.toSorted()).toEqual([
    'sent',
    'sent',
    'sent-before',
    'sent-before',
    'sent-before',
    'sent-before',
  ])
  expect(again.body.results).toEqual([{ userId: grace.id, result: 'sent-before' }])
  expect(await all.listTo()).toHaveLength(2)
  expect((await all.getMail(grace)).body.recipients[0].sentAt).toEqual(expect.any(Number))
})

test('ZR851: a user sends summaries to 100 members a day', async () => {
  await using all = await startWithAnalysis({ rateLimitFactor: 1 })
  const { phone, workspace, ada } = all
  await all.saveServer()
  const others = Array.from({ length: 101 }, (_, index) =>
    phone.accounts.addUser(`Member ${index}`, [workspace], [workspace]),
  )

  expect((await all.send(ada, others.slice(0, 50))).status).toBe(200)
  expect((await all.send(ada, others.slice(50, 100))).status).toBe(200)
  expect((await all.send(ada, others.slice(100))).body.code).toBe('TOO_MANY_REQUESTS')
})

test('ZR905: a user gets 60 previews in ten minutes', async () => {
  await using all = await startWithAnalysis({ rateLimitFactor: 1 })
  const { ada, grace } = all
  await all.saveServer()
  for (let count = 0; count < 60; count++) expect((await all.getMail(grace)).status).toBe(200)

  expect((await all.getMail(grace)).body.code).toBe('TOO_MANY_REQUESTS')
  expect((await all.getMail(ada)).status).toBe(200)
})

test('a summary waits for the account service, and is not sent to a member without a verified address', async () => {
  await using all = await startWithAnalysis()
  const { phone, ada, grace } = all
  await all.saveServer()
  phone.accounts.failMails('always')
  expect((await all.send(grace, [grace])).body.code).toBe('ACCOUNTS_UNREACHABLE')
  phone.accounts.failMails('never')
  phone.accounts.refuseMailsTo(ada.id)

  const { body } = await all.send(grace, [grace, ada])

  expect(
    new Map(body.results.map((each: { userId: string; result: string }) => [each.userId, each.result])),
  ).toEqual(
    new Map([
      [grace.id, 'sent'],
      [ada.id, 'not-accepted'],
    ]),
  )
})

/** Guarantee (ZR851): a summary that was not sent can be sent later. */
test('ZR851: a summary that exceeds the e-mails of a day is not stored as sent', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, grace } = all
  await all.saveServer()
  await phone.database.pool.query(
    `insert into phone.workspace_mails (id, workspace_id, user_id, kind, recipient, subject, created_at, due_at, state)
     select gen_random_uuid(), $1, $2, 'missed-calls', 'grace@example.com', '', now(), now(), 'accepted'
     from generate_series(1, 2000)`,
    [workspace, grace.id],
  )
  expect((await all.send(grace, [grace])).body.results).toEqual([
    { userId: grace.id, result: 'not-accepted' },
  ])
  await phone.database.pool.query("update phone.workspace_mails set created_at = now() - interval '2 days'")

  expect((await all.send(grace, [grace])).body.results).toEqual([{ userId: grace.id, result: 'sent' }])
})

test('ZR852: a waiting summary is deleted with its analysis', async () => {
  await using all = await startWithAnalysis()
  const { phone, grace, callId } = all
  await all.saveServer(1)
  await all.send(grace, [grace])
  expect(await all.listTo()).toHaveLength(1)
  const { items } = (await phone.as(grace).get(`/calls/${callId}/analyses`)).body

  expect((await phone.as(grace).delete(`/calls/${callId}/analyses/${items[0].id}`)).status).toBe(200)
  expect(await all.listTo()).toEqual([])
})

/** Guarantee (ZR852): what was deleted of a call, or is no longer allowed to a member, is not sent. */
test('ZR852: waiting summaries are deleted with the recording, and with the membership of the recipient', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, ada, grace, callId, smtp } = all
  await all.saveServer(1)
  await all.send(grace, [grace, ada])
  expect(await all.listTo()).toHaveLength(2)

  grace.teamIds.splice(0)
  const data = { team_id: workspace, user_id: grace.id }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })
  await waitUntil('the e-mail to Grace is deleted', async () => (await all.listTo()).length === 1)
  expect((await phone.as(ada).delete(`/calls/${callId}/recordings`)).status).toBe(200)

  expect(await all.listTo()).toEqual([])
  await all.saveServer()
  await all.saveRules({ summaries: 'administrators' })
  await analyse(phone, ada, await insertTranscribedCall(phone, workspace, { answeredBy: ada }))
  // Later than those that were deleted.
  await waitUntil('the next e-mail is sent', () => smtp.received.length > 0, 20_000)
  expect(await all.listTo()).toEqual(['ada@example.com'])
  expect(smtp.received).toHaveLength(1)
})

/** Guarantee (ZR853): summaries are sent by themselves only as an administrator has chosen, and once. */
test('ZR853: the rules of the workspace choose who gets summaries, of analyses from then on', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, ada, grace, linus, hedy } = all
  await all.saveServer()
  const analyseAnother = async () =>
    await analyse(phone, grace, await insertTranscribedCall(phone, workspace, { answeredBy: grace }))
  expect((await all.saveRules({ summaries: 'members', summaryMemberIds: [hedy.id] })).body.code).toBe(
    'SUMMARY_RECIPIENT_NOT_ALLOWED',
  )

  await all.saveRules({ summaries: 'user' })
  await analyseAnother()
  expect(await all.waitForMails(1)).toEqual(['grace@example.com'])
  await all.saveRules({ summaries: 'administrators' })
  await analyseAnother()
  expect(await all.waitForMails(2)).toEqual(['ada@example.com', 'grace@example.com'])
  await all.saveRules({ summaries: 'members', summaryMemberIds: [linus.id, grace.id] })
  await analyseAnother()
  // Linus may not see the call.
  expect(await all.waitForMails(3)).toEqual(['ada@example.com', 'grace@example.com', 'grace@example.com'])
  await all.saveRules({})
  await analyseAnother()

  expect((await phone.as(ada).get('/mail-rules')).body).toEqual({
    summaries: 'no-one',
    summaryMemberIds: [],
    missedCalls: 'off',
  })
  await all.saveRules({ summaries: 'administrators' })
  await analyseAnother()
  expect((await all.waitForMails(4)).filter((to: string) => to === 'ada@example.com')).toHaveLength(2)
  const handled = await phone.database.pool.query(
    'select from phone.call_summary_mails where user_id = workspace_id',
  )
  expect(handled.rowCount).toBe(4)
})

test('ZR853: a summary is sent once although the account service fails between its recipients', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, grace } = all
  await all.saveServer()
  phone.accounts.addUser('Zoe', [workspace], [workspace])
  await all.saveRules({ summaries: 'administrators' })
  phone.accounts.failMails('always')
  await analyse(phone, grace, await insertTranscribedCall(phone, workspace, { answeredBy: grace }))
  await waitUntil('it was tried twice', () => phone.accounts.failedMailTimes.length >= 2, 30_000)
  phone.accounts.failMails('never')

  expect(await all.waitForMails(2)).toEqual(['ada@example.com', 'zoe@example.com'])
})

test('ZR853: a former member is no longer among the chosen members', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, ada, linus } = all
  await all.saveRules({ summaries: 'members', summaryMemberIds: [linus.id, ada.id] })

  linus.teamIds.splice(0)
  const data = { team_id: workspace, user_id: linus.id }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })

  await waitUntil('Linus is removed', async () => {
    const { body } = await phone.as(ada).get('/mail-rules')
    return JSON.stringify(body.summaryMemberIds) === JSON.stringify([ada.id])
  })
})

/** Guarantee (ZR854): the choice of a user about e-mails is stronger than that of the workspace. */
test('ZR854: the workspace chooses e-mails about missed calls for the users who have not chosen', async () => {
  await using all = await startWithAnalysis()
  const { phone, grace, linus } = all
  const getSetting = async (user: FakeUser) => (await phone.as(user).get('/me/mails')).body.missedCalls
  await phone.as(linus).patch('/me/settings', { missedCallMails: 'off' })
  expect(await getSetting(grace)).toBe('off')

  await all.saveRules({ missedCalls: 'all' })

  expect(await getSetting(grace)).toBe('all')
  expect(await getSetting(linus)).toBe('off')
  await phone.as(grace).patch('/me/settings', { missedCallMails: 'own' })
  expect(await getSetting(grace)).toBe('own')
})

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name)
}
