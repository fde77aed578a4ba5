import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { createProjectWithKeys } from '../apps/account-service/src/index.ts'
import { startAccountService } from '../apps/account-service/src/testing.ts'

test('the example runs against a project that was made as its document says', async () => {
  await using service = await startAccountService()
  const project = await createProjectWithKeys(service.server, { displayName: 'Notes' })
  const child = spawn(process.execPath, [new URL('../examples/accounts/main.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      ACCOUNTS_URL: service.origin,
      PROJECT_ID: project.projectId,
      PUBLISHABLE_CLIENT_KEY: project.publishableClientKey,
      SECRET_SERVER_KEY: project.secretServerKey,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))

  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('found 1 user') })
  expect(said).toContain('has 1 member')
})
