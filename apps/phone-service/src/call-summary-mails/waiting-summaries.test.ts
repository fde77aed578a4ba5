import { expect, test } from 'vitest'
import { analyse } from '../testing/start-analysed-workspace.ts'
import { startWithAnalysis } from './testing.ts'

/** Guarantee: the deletion of an analysis deletes the e-mails that contain it, and no others. */
test('ZR906: the deletion of an analysis leaves the waiting summaries of the other analyses of the call', async () => {
  await using all = await startWithAnalysis()
  const { phone, ada, grace, callId, analysisId } = all
  await all.saveServer(1)
  const { id: second } = await analyse(phone, grace, callId)
  await all.send(grace, [grace])
  await all.send(grace, [grace, ada], second)
  expect(await all.listTo()).toHaveLength(3)
  const deleteAnalysis = async (id: string) =>
    (await phone.as(grace).delete(`/calls/${callId}/analyses/${id}`)).status

  expect(await deleteAnalysis(analysisId)).toBe(200)
  const { rows } = await phone.database.pool.query('select distinct analysis_id from phone.workspace_mails')
  expect(rows).toEqual([{ analysis_id: second }])
  expect((await all.listTo()).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])

  expect(await deleteAnalysis(second)).toBe(200)
  expect(await all.listTo()).toEqual([])
})

test('ZR906: a waiting summary of an earlier program is deleted with any analysis of its call', async () => {
  await using all = await startWithAnalysis()
  const { phone, grace, callId } = all
  await all.saveServer(1)
  const { id: second } = await analyse(phone, grace, callId)
  await all.send(grace, [grace])
  await phone.database.pool.query('update phone.workspace_mails set analysis_id = null')

  expect((await phone.as(grace).delete(`/calls/${callId}/analyses/${second}`)).status).toBe(200)
  expect(await all.listTo()).toEqual([])
})
