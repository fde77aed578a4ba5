import type { ApiKeyScope } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { createSilence, insertRecordedCall } from '../testing/insert-recorded-call.ts'
import { createKeyClient } from '../testing/key-client.ts'
import type { TestPhone } from '../testing/start-phone.ts'
import { insertIncomingCall, startWorkspace } from '../testing/start-workspace.ts'

/** Stores a recorded call with the word "Baker" in its transcript. */
async function insertSpokenCall(phone: TestPhone, workspace: string, answeredBy: FakeUser): Promise<string> {
  const tracks = [{ party: 'caller', sound: createSilence(1) }] as const
  const callId = await insertRecordedCall(phone, workspace, { answeredBy, tracks })
  const { pool } = phone.database
  await pool.query('insert into phone.transcriptions values ($1, $2, $3, now())', [
    callId,
    workspace,
    answeredBy.id,
  ])
  await pool.query(
    `insert into phone.transcript_lines (id, call_id, workspace_id, recording_id, leg_id, starts_at, ends_at, text, words, search_text)
     select gen_random_uuid(), call_id, $2, id, 'leg', now(), now(), 'Baker', '[]', ' baker ' from phone.recordings where call_id = $1`,
    [callId, workspace],
  )
  return callId
}

/** Guarantee (ZR957): a scope allows what it says, and a search or an error nothing more. */
test('ZR957: a key without a scope for contacts, transcripts or comments finds nothing of them', async () => {
  const { phone: started, workspace, ada, grace } = await startWorkspace()
  await using phone = started
  const number = '+12125550143'
  const named = await insertIncomingCall(phone, workspace, { number })
  const spoken = await insertSpokenCall(phone, workspace, grace)
  const { body: contact } = await phone
    .as(ada)
    .post('/contacts', { name: 'Baker', phones: [{ typed: number }] })
  await phone.as(ada).post(`/calls/${spoken}/comments`, { text: 'Baker' })
  const readAll = ['calls:read', 'calls:read-all'] as const
  const create = async (scopes: readonly ApiKeyScope[]) =>
    await createKeyClient(phone, { administrator: ada, scopes })
  const search = async (client: Awaited<ReturnType<typeof create>>) =>
    (await client.get('/calls?scope=workspace&search=baker')).body.items.map(({ id }: { id: string }) => id)

  const limited = await create(readAll)
  expect(await search(limited)).toEqual([])
  expect(await search(await create([...readAll, 'contacts:read']))).toEqual([named])
  expect(await search(await create([...readAll, 'transcripts:read']))).toEqual([spoken])
  expect((await limited.get(`/calls?contact=${contact.id}`)).body).toMatchObject({
    code: 'API_KEY_SCOPE_REQUIRED',
    details: { scope: 'contacts:read' },
  })
  const draft = { name: 'Grace', phones: [{ typed: number }] }
  const { body: hidden } = await (await create(['contacts:write'])).post('/contacts', draft)
  expect(hidden).toMatchObject({
    code: 'CONTACT_NUMBER_TAKEN',
    details: { number, contactId: null, name: null },
  })
  const { body: shown } = await (await create(['contacts:read', 'contacts:write'])).post('/contacts', draft)
  expect(shown.details).toEqual({ number, contactId: contact.id, name: 'Baker' })
})
