import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { createProjectWithKeys } from '../apps/account-service/src/index.ts'
import { startAccountService } from '../apps/account-service/src/testing.ts'

const program = new URL('../examples/accounts/main.ts', import.meta.url).pathname

test('the example runs with a project created as documented', async () => {
  await using service = await startAccountService()
  const project = await createProjectWithKeys(service.server, { displayName: 'Notes' })
  const { code, output } = await runExample({
    ACCOUNTS_URL: service.origin,
    PROJECT_ID: project.projectId,
    PUBLISHABLE_CLIENT_KEY: project.publishableClientKey,
    SECRET_SERVER_KEY: project.secretServerKey,
  })

  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('found 1 user') })
  expect(output).toContain('has 1 member')
})

const allVariables = {
  ACCOUNTS_URL: 'http://localhost:9',
  PROJECT_ID: 'notes',
  PUBLISHABLE_CLIENT_KEY: 'pck_',
  SECRET_SERVER_KEY: 'ssk_',
}

test.each([
  ['no variables set', {}, 'ACCOUNTS_URL is not set. See docs/accounts.md.\n'],
  [
    'an empty variable',
    { ...allVariables, SECRET_SERVER_KEY: '' },
    'SECRET_SERVER_KEY is not set. See docs/accounts.md.\n',
  ],
  [
    'the API base URL',
    { ...allVariables, ACCOUNTS_URL: 'http://localhost:9/api/v1/' },
    'ACCOUNTS_URL must not include /api/v1, which the SDK appends.\n',
  ],
  [
    'an invalid URL',
    { ...allVariables, ACCOUNTS_URL: 'localhost' },
    'ACCOUNTS_URL must be a URL such as http://localhost:4001.\n',
  ],
])('with %s the example prints one error message', async (_what, variables, sentence) => {
  expect(await runExample(variables)).toEqual({ code: 1, output: sentence })
})

async function runExample(variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...variables } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
