import { sleep } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createCompletion } from '../testing/analysis-server.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import {
  analyse,
  insertTranscribedCall,
  listAnalyses,
  startAnalysedWorkspace,
  usualAnswer,
  waitForAnalysis,
} from '../testing/start-analysed-workspace.ts'

/** Guarantee (ZR848): an analysis is deleted by those who may play the call, permanently. */
test('ZR848: an analysis is deleted with its action items, and the call is not analysed again by itself', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace, linus, hedy, configure } = all
  await configure(true)
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { id } = await waitForAnalysis(phone, grace, callId, 'done')
  const path = `/calls/${callId}/analyses/${id}`

  for (const stranger of [linus, hedy])
    expect((await phone.as(stranger).delete(path)).body.code).toBe('RECORDING_NOT_FOUND')
  const other = await insertTranscribedCall(phone, workspace, { answeredBy: linus })
  expect((await phone.as(linus).delete(`/calls/${other}/analyses/${id}`)).body.code).toBe(
    'ANALYSIS_NOT_FOUND',
  )
  expect((await phone.as(ada).delete(path)).status).toBe(200)
  expect((await phone.as(ada).delete(path)).body.code).toBe('ANALYSIS_NOT_FOUND')

  await waitForAnalysis(phone, linus, other, 'done')
  await sleep(3_500)
  expect((await listAnalyses(phone, grace, callId)).items).toEqual([])
  const { rows } = await phone.database.pool.query(
    'select count(*)::integer from phone.action_items where call_id = $1',
    [callId],
  )
  expect(rows).toEqual([{ count: 0 }])
  const deletions = (await listAuditEntries(phone)).filter(({ action }) => action === 'analysis.deleted')
  expect(deletions).toMatchObject([{ actor_id: ada.id, subject_id: callId, details: { version: 1 } }])
  expect(provider.received).toHaveLength(2)
})

/** Guarantee (ZR849): neither the list of calls nor the timeline says more about an analysis than the call itself. */
test('ZR849: calls with open action items are found by those who may play them, until the items are done', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const { body: contact } = await phone
    .as(ada)
    .post('/contacts', { name: 'Optics', phones: [{ typed: '+1 555 0142' }] })
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace, number: '+15550142' })
  await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { actionItems } = await analyse(phone, grace, callId)
  const listOpen = async (user = grace, scope = 'own') =>
    (await phone.as(user).get(`/calls?filter=open-items&scope=${scope}`)).body.items.map(
      ({ id }: { id: string }) => id,
    )
  const listItems = async (user = grace) =>
    (await phone.as(user).get(`/contacts/${contact.id}/timeline?kind=action-item`)).body.items

  expect(await listOpen()).toEqual([callId])
  expect(await listOpen(ada, 'workspace')).toEqual([callId])
  expect(await listItems()).toMatchObject([
    {
      kind: 'action-item',
      callId,
      actionItem: { id: actionItems[0].id, text: 'Send the invoice', done: null },
    },
  ])
  const voicemail = JSON.stringify({ voicemail: { userId: grace.id, stage: 'message', at: 1 } })
  const change = 'update phone.calls set state = state || $1 where id = $2'
  await phone.database.pool.query(change, [voicemail, callId])
  expect([await listOpen(ada, 'workspace'), await listItems(ada)]).toEqual([[], []])
  const transcribed = await phone.as(ada).get('/calls?filter=transcribed&scope=workspace')
  expect(transcribed.body.items).toHaveLength(1)
  expect(await listOpen()).toEqual([callId])

  // The items of an earlier analysis are those of the latest one, found again.
  provider.respondNext(() => createCompletion({ ...usualAnswer, actionItems: [] }))
  const { id } = await analyse(phone, grace, callId)
  expect([await listOpen(), await listItems()]).toEqual([[], []])
  await phone.as(grace).delete(`/calls/${callId}/analyses/${id}`)
  expect(await listOpen()).toEqual([callId])
  await phone.as(grace).patch(`/calls/${callId}/action-items/${actionItems[0].id}`, { isDone: true })
  expect([await listOpen(), await listItems()]).toEqual([[], []])
})
