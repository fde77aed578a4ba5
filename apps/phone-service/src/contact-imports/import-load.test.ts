import { accessTokenHeader } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { createImportClient } from '../testing/import-client.ts'
import { startPhone } from '../testing/start-phone.ts'

const createTable = (rows: number) =>
  ['Name,Phone', ...Array.from({ length: rows }, (_, i) => `Contact ${i},+1 202 ${5_000_000 + i}`)].join('\n')

/** Guarantee: a client that disconnects does not occupy the thread that handles all calls. */
test('ZR731: a preview ends when its client has disconnected', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  const { body: draft } = await ada.upload(createTable(20_000))
  const path = `/contact-imports/${draft.id}`
  const headers = {
    'content-type': 'application/json',
    [accessTokenHeader]: await phone.accounts.tokenFor(user.id),
  }
  const body = JSON.stringify({
    targets: draft.columns.map(({ target }: { target: object }) => target),
    hasHeader: true,
    visibility: 'private',
    labels: { mobile: '', work: '', home: '', fax: '' },
  })

  for (let sent = 0; sent < 2; sent += 1) {
    const client = new AbortController()
    const url = `${phone.service.url}/api/v1${path}/mapping`
    const response = fetch(url, { method: 'PUT', headers, body, signal: client.signal })
    setTimeout(() => client.abort(), 150)
    await expect(response).rejects.toThrow()
  }
  // Both may still run, and a third one is rejected then.
  const isRead = async () => (await ada.api.get(`${path}/rejected/csv`)).status
  await expect.poll(isRead, { timeout: 60_000, interval: 500 }).toBe(200)

  expect((await ada.api.get(path)).body.visibility).toBe('shared')
})
