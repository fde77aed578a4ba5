import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import {
  analyse,
  insertTranscribedCall,
  listAnalyses,
  startAnalysedWorkspace,
} from '../testing/start-analysed-workspace.ts'

async function startWithAnalysis() {
  const all = await startAnalysedWorkspace()
  const { phone, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const analysis = await analyse(phone, grace, callId)
  const item = analysis.actionItems[0].id
  const change = async (user: FakeUser, body: object, call = callId, id = item) =>
    await phone.as(user).patch(`/calls/${call}/action-items/${id}`, body)
  return { ...all, callId, item, change, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}

/** Sends each request about the analyses of a call, and returns the codes of the responses. */
async function requestAll(
  { phone, callId, change }: Awaited<ReturnType<typeof startWithAnalysis>>,
  user: FakeUser,
) {
  const responses = [
    await phone.as(user).get(`/calls/${callId}/analyses`),
    await phone.as(user).post(`/calls/${callId}/analyses`, {}),
    await change(user, { isDone: true }),
  ]
  return new Set(responses.map(({ body }) => body.code))
}

/** Guarantee (ZR796): an analysis is read by those who may play the recording, and by no one else. */
test('ZR796: others neither read nor request an analysis, nor change its action items', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, ada, grace, linus, hedy, callId, item, change } = all

  for (const stranger of [linus, hedy])
    expect(await requestAll(all, stranger)).toEqual(new Set(['RECORDING_NOT_FOUND']))
  for (const reader of [grace, ada]) expect((await listAnalyses(phone, reader, callId)).items).toHaveLength(1)

  // An item of another call.
  const other = await insertTranscribedCall(phone, workspace, { answeredBy: linus })
  expect((await change(linus, { isDone: true }, other, item)).body.code).toBe('ACTION_ITEM_NOT_FOUND')

  // A message for Grace: an administrator reads the call, and does not hear it.
  const voicemail = JSON.stringify({ voicemail: { userId: grace.id, stage: 'message', at: 1 } })
  await phone.database.pool.query('update phone.calls set state = state || $1 where id = $2', [
    voicemail,
    callId,
  ])
  expect((await phone.as(ada).get(`/calls/${callId}`)).status).toBe(200)
  expect(await requestAll(all, ada)).toEqual(new Set(['RECORDING_NOT_FOUND']))
  expect((await listAnalyses(phone, grace, callId)).items[0].actionItems[0].done).toBeNull()
})

test('an action item is done, reopened, assigned, dated and edited by those who may see it', async () => {
  await using all = await startWithAnalysis()
  const { phone, ada, grace, linus, hedy, callId, item, change } = all

  expect((await change(ada, { isDone: true })).body.done).toMatchObject({ byName: 'Ada' })
  expect((await change(grace, { isDone: true })).body.done).toMatchObject({ byName: 'Ada' })
  const edited = await change(grace, { text: ' Send <b>both</b> invoices ', dueOn: '2026-12-31' })
  expect(edited.body).toMatchObject({
    text: 'Send <b>both</b> invoices',
    dueOn: '2026-12-31',
    done: { byName: 'Ada' },
    edited: { byName: 'Grace' },
    sources: [{ startMs: 20_000 }],
  })
  const assigned = await change(grace, { ownerUserId: linus.id, isDone: false, dueOn: null })
  expect(assigned.body).toMatchObject({ owner: { userId: linus.id, name: 'Linus' }, done: null, dueOn: null })
  expect((await change(grace, { ownerUserId: hedy.id })).body.code).toBe('ASSIGNEE_NOT_FOUND')
  expect((await change(grace, { ownerUserId: randomUUID() })).body.code).toBe('ASSIGNEE_NOT_FOUND')
  for (const body of [{ text: ' ' }, { text: '\u200b' }, { text: 'x'.repeat(501) }, { dueOn: '2026-02-30' }])
    expect((await change(grace, body)).body.code).toBe('SCHEMA_ERROR')
  expect((await change(grace, { ownerUserId: null })).body.owner).toBeNull()

  const changes = (await listAuditEntries(phone)).filter(({ action }) => action === 'action_item.changed')
  expect(changes).toHaveLength(5)
  expect(changes[2]).toMatchObject({
    actor_id: grace.id,
    subject_id: callId,
    details: { item, changed: 'dueOn, text' },
  })
  expect(JSON.stringify(changes)).not.toContain('invoices')
})

test('ZR798: a former member owns no action item any more', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, grace, linus, callId, change } = all
  const findOwner = async () => (await listAnalyses(phone, grace, callId)).items[0].actionItems[0].owner
  await change(grace, { ownerUserId: linus.id })
  linus.teamIds.splice(0)

  const data = { team_id: workspace, user_id: linus.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)

  expect(await findOwner()).toBeNull()
  expect((await change(grace, { ownerUserId: linus.id })).body.code).toBe('ASSIGNEE_NOT_FOUND')
})
