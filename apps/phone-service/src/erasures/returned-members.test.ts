import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { type ErasingWorkspace, insertNode, startErasing } from './testing.ts'

const laterMs = 10 * 60_000

/** Requests the erasure of a former member, which waits for the node with their audio. */
async function startWaiting(all: ErasingWorkspace) {
  const { phone, workspace, ada, grace } = all
  const { pool } = phone.database
  const zoe = phone.accounts.addUser('Zebulon', [workspace])
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: zoe })
  const commentedId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await phone.as(ada).put(`/calls/${commentedId}/assignment`, { userId: zoe.id })
  await phone.as(zoe).post(`/calls/${commentedId}/comments`, { text: 'I called back.' })
  const nodeId = await insertNode(all)
  await pool.query('update phone.recordings set node_id = $1 where call_id = $2', [nodeId, callId])
  zoe.teamIds.splice(0)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: workspace, user_id: zoe.id },
  })
  const { body: requested } = await all.request({ userId: zoe.id })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'audio-not-deleted')
  return {
    id: requested.id,
    zoe,
    addComment: (text: string) =>
      pool.query(
        `insert into phone.call_comments (id, call_id, workspace_id, user_id, user_name, text, created_at, search_text)
         values (gen_random_uuid(), $1, $2, $3, 'Zebulon', $4, $5, '')`,
        [commentedId, workspace, zoe.id, text, all.now()],
      ),
    listComments: async () =>
      (await pool.query('select text from phone.call_comments')).rows.map(({ text }) => text),
    /** Lets the node start that has the audio. */
    startNode: () =>
      pool.query('update phone.recordings set node_id = (select id from phone.nodes where id <> $1)', [
        nodeId,
      ]),
  }
}

/** Guarantee (ZR951): the data of a member is not erased. */
test('ZR951: an erasure ends when the person is a member again, with a receipt of what was deleted before', async () => {
  await using all = await startErasing()
  const { phone, workspace } = all
  const { id, zoe, addComment, listComments, startNode } = await startWaiting(all)
  expect(await listComments()).toEqual([])

  zoe.teamIds.push(workspace)
  await addComment('Back again.')
  await startNode()
  const receipt = await all.waitForReceipt(id)

  expect(receipt).toMatchObject({ problem: 'member-again', counts: { comments: 1, recordings: 1 } })
  expect(await listComments()).toEqual(['Back again.'])
  const { rows } = await phone.database.pool.query('select subject_encrypted from phone.erasures')
  expect(rows).toEqual([{ subject_encrypted: null }])
  const actions = (await listAuditEntries(phone)).filter(({ action }) => action.startsWith('erasure.'))
  expect(actions.map(({ action }) => action)).toEqual(['erasure.requested', 'erasure.stopped'])
  zoe.teamIds.splice(0)
  const { body: preview } = await all.preview({ userId: zoe.id })
  expect(preview).toMatchObject({ erasedBeforeAt: null, counts: { comments: 1 } })
  expect((await all.request({ userId: zoe.id })).status).toBe(201)
})

/** Guarantee (ZR952): only what was written before the request is erased. */
test('ZR952: comments remain that a person wrote after the erasure was requested', async () => {
  await using all = await startErasing()
  const { id, addComment, listComments, startNode } = await startWaiting(all)
  all.advance(laterMs)
  await addComment('Back again.')
  await startNode()

  const receipt = await all.waitForReceipt(id)

  expect(receipt).toMatchObject({ problem: null, counts: { comments: 1, recordings: 1 } })
  expect(await listComments()).toEqual(['Back again.'])
})
