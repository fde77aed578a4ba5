import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createKeyClient } from '../testing/key-client.ts'
import { startPhone } from '../testing/start-phone.ts'
import { insertIncomingCall } from '../testing/start-workspace.ts'

const guide = new URL('../../../../docs/phone-api.md', import.meta.url)
const run = promisify(execFile)

test('the example of the guide works as it is printed', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const missed = await insertIncomingCall(phone, ada.teamIds[0] ?? '')
  const scopes = ['contacts:read', 'contacts:write', 'calls:read'] as const
  const { key } = await createKeyClient(phone, { administrator: ada, scopes })
  const [, example] = /```sh\n(.*?)```/s.exec(await readFile(guide, 'utf8')) ?? []

  const commands = required(example, 'the example').split('\n\n')
  const received = []
  for (const command of commands) {
    const env = { PATH: process.env.PATH, PARLEY_URL: phone.service.url, PARLEY_API_KEY: key.text }
    const { stdout } = await run('sh', ['-e', '-c', command], { env })
    received.push(JSON.parse(stdout))
  }

  const [created, found, calls] = received
  expect(created).toMatchObject({ name: 'Grace Hopper', visibility: 'shared' })
  expect(found).toMatchObject({ items: [{ id: created.id }], total: 1 })
  expect(calls).toMatchObject({ items: [{ id: missed }], nextCursor: null })
})
