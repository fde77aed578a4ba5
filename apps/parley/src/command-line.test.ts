import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHouse } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { runCommand } from './testing.ts'

const run = (dataDirectory: string, ...words: string[]) => runCommand(dataDirectory, words)

test('keys of a project are made beside a running house, work at once, and are all that is printed', async () => {
  await using house = await startHouse()

  const { code, out } = await run(house.dataDirectory, 'keys', 'phone', '--expires', '1')
  const unknown = await run(house.dataDirectory, 'keys', 'nobody')

  expect(code).toBe(0)
  const keys = JSON.parse(out) as Record<string, string>
  expect(Object.keys(keys)).toEqual([
    'publishableClientKey',
    'secretServerKey',
    'superSecretAdminKey',
    'expiresAt',
  ])
  const daysLeft = (Date.parse(keys.expiresAt ?? '') - Date.now()) / (24 * 60 * 60 * 1_000)
  expect(daysLeft).toBeGreaterThan(0.9)
  expect(daysLeft).toBeLessThanOrEqual(1)
  const answer = await fetch(`${house.accountsUrl}/api/v1/users`, {
    headers: {
      'x-stack-access-type': 'server',
      'x-stack-project-id': (await clientConfig(house.phoneUrl)).projectId,
      'x-stack-secret-server-key': keys.secretServerKey ?? '',
    },
  })
  expect(answer.status).toBe(200)
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.complaints).toContain('There is no project nobody')
})

test('a project is made for an application, and its keys open it for people to sign up', async () => {
  await using house = await startHouse()

  const { code, out } = await run(
    house.dataDirectory,
    'projects',
    'create',
    'Notes',
    '--domain',
    'https://notes.example.com',
  )
  expect(code).toBe(0)
  const { projectId, publishableClientKey } = JSON.parse(out) as Record<string, string>
  const signUp = (callback: string) =>
    fetch(`${house.accountsUrl}/api/v1/auth/password/sign-up`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': projectId!,
        'x-stack-publishable-client-key': publishableClientKey!,
      },
      body: JSON.stringify({
        email: 'ada@example.com',
        password: 'correct horse battery',
        verification_callback_url: callback,
      }),
    })
  expect((await signUp('http://localhost:3000/handler')).status).toBe(400)
  expect((await signUp('https://notes.example.com/handler/email-verification')).status).toBe(200)
})

test('every project is listed with its id, its name and when it was made, one on each line', async () => {
  await using house = await startHouse()
  const made = await run(house.dataDirectory, 'projects', 'create', 'Notes')

  const { code, out } = await run(house.dataDirectory, 'projects', 'list')

  const listed = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  const [notes] = listed.filter(({ displayName }) => displayName === 'Notes')
  expect(code).toBe(0)
  expect(listed.map(({ projectId }) => projectId)).toContain('internal')
  expect(notes).toEqual({
    projectId: JSON.parse(made.out).projectId,
    displayName: 'Notes',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test.each([
  [['projects', 'create'], 'The name of the project is missing: projects create NAME.'],
  [['keys'], 'The project is missing: keys PROJECT.'],
])('what is missing after %s is told before how it is used', async (words, sentence) => {
  const { code, complaints } = await run('/nowhere', ...words)
  expect(code).toBe(1)
  expect(complaints.split('\n').slice(0, 3)).toEqual([sentence, '', 'Usage:'])
})

test('the audit log of a running house verifies', async () => {
  await using house = await startHouse()
  const whole = await run(house.dataDirectory, 'audit', 'verify')
  expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/is whole: \d+ entries/) })
})

test.each([
  ['a command of two words that is none', ['audit', 'forge']],
  ['a copy without a place', ['backup']],
  ['a copy in two places', ['backup', 'here', 'there']],
  ['a project without a name', ['projects', 'create']],
  ['a list of something', ['projects', 'list', 'mine']],
  ['a domain that is no address', ['projects', 'create', 'Notes', '--domain', 'notes']],
  ['a domain that no project trusts', ['projects', 'create', 'Notes', '--domain', 'https://a b']],
  ['a domain that is two', ['projects', 'create', 'Notes', '--domain', 'https://a\\b']],
  ['no command', []],
  ['an unknown command', ['open-the-door']],
  ['no project', ['keys']],
  ['an unknown option', ['keys', 'phone', '--for-ever']],
  ['days that are none', ['keys', 'phone', '--expires', 'soon']],
  ['a role that is none', ['serve', '--role', 'butler']],
])('with %s it says how it is used, and touches nothing', async (_what, words) => {
  const dataDirectory = join(await mkdtemp(join(tmpdir(), 'parley-words-')), 'data')

  const { code, out, complaints } = await run(dataDirectory, ...words)

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(complaints).toMatch(
    /keys|--domain takes|--expires|--for-ever|--role takes one of all, accounts, phone/,
  )
  expect(complaints).not.toContain('    at ')
  await rm(join(dataDirectory, '..'), { recursive: true })
})

async function clientConfig(phoneUrl: string): Promise<{ projectId: string }> {
  const response = await fetch(`${phoneUrl}/api/v1/client-config`)
  return (await response.json()) as { projectId: string }
}
