import { accessTokenHeader } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createKeyClient, sendKey } from '../testing/key-client.ts'
import { recordOneCall } from '../testing/record-one-call.ts'
import { startPhone } from '../testing/start-phone.ts'

/** Guarantee (ZR927): a key hears the recordings of the calls that it reads, and this is audited. */
test('ZR927: audio is sent to a member or a key that may hear it, and to no one else', async () => {
  await using phone = await startPhone()
  const { ada, callId, recordingId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const scopes = ['recordings:read', 'calls:read-all'] as const
  const client = await createKeyClient(phone, { administrator: ada, scopes })
  const limited = await createKeyClient(phone, { administrator: ada, scopes: ['recordings:read'] })
  const paths = [`/calls/${callId}/file`, `/recordings/${recordingId}/file`]
  const receive = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${phone.service.url}/api/v1${path}`, { headers })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const authorization = `Bearer ${client.key.text}`
  const accessToken = await phone.accounts.tokenFor(ada.id)

  for (const path of paths) {
    const credentials: Record<string, string>[] = [{ authorization }, { [accessTokenHeader]: accessToken }]
    for (const headers of credentials) {
      const { response, bytes } = await receive(path, headers)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    }
    const part = await receive(path, { authorization, range: 'bytes=0-99' })
    expect([part.response.status, part.bytes.length]).toEqual([206, 100])
    expect((await limited.get(path)).body.code).toBe('RECORDING_NOT_FOUND')
    expect((await phone.as(grace).get(path)).body.code).toBe('RECORDING_NOT_FOUND')
    expect((await sendKey(phone, 'none').get(path)).status).toBe(401)
  }
  const downloads = (await listAuditEntries(phone)).filter(({ action }) => action === 'recording.downloaded')
  expect(downloads.map(({ actor_type, actor_id, subject_id }) => [actor_type, actor_id, subject_id])).toEqual(
    [
      ['api_key', client.key.id, callId],
      ['user', ada.id, callId],
      ['api_key', client.key.id, recordingId],
      ['user', ada.id, recordingId],
    ],
  )
})
