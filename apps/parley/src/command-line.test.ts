import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApp } from '@parley/dev-env'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { runCommand } from './testing/run-command.ts'

const run = (dataDirectory: string, ...words: string[]) => runCommand(dataDirectory, words)

test('the command "keys" works while Parley runs, prints only the keys, and the keys work immediately', async () => {
  await using app = await startTestApp()

  const { code, out } = await run(app.dataDirectory, 'keys', 'phone', '--expires', '1')
  const unknown = await run(app.dataDirectory, 'keys', 'unknown')

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
  const response = await fetch(`${app.accountsUrl}/api/v1/users`, {
    headers: {
      'x-stack-access-type': 'server',
      'x-stack-project-id': (await clientConfig(app.phoneUrl)).projectId,
      'x-stack-secret-server-key': keys.secretServerKey ?? '',
    },
  })
  expect(response.status).toBe(200)
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.errorOutput).toContain('Project unknown not found')
})

/** Guarantee: the operator decides which workspaces have trunks, and each decision is in the audit log. */
test('TP2: the commands "trunks" allow and deny trunks to a workspace', async () => {
  await using app = await startTestApp()
  const { projectId, publishableClientKey } = await clientConfig(app.phoneUrl)
  const request = async (url: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return await response.json()
  }
  const { access_token } = await request(
    `${app.accountsUrl}/api/v1/auth/password/sign-up`,
    {
      'x-stack-access-type': 'client',
      'x-stack-project-id': projectId,
      'x-stack-publishable-client-key': publishableClientKey,
    },
    {
      email: 'ada@example.com',
      password: 'correct horse battery',
      verification_callback_url: `${app.phoneUrl}/handler/email-verification`,
    },
  )
  const readMe = () => request(`${app.phoneUrl}/api/v1/me`, { 'x-stack-access-token': access_token })
  const before = await readMe()

  const allowed = await run(app.dataDirectory, 'trunks', 'allow', before.workspace.id)
  const listed = await run(app.dataDirectory, 'trunks', 'list')
  await waitUntil('the grant takes effect', async () => (await readMe()).areTrunksGranted)
  const denied = await run(app.dataDirectory, 'trunks', 'deny', before.workspace.id)
  const unknown = await run(app.dataDirectory, 'trunks', 'allow', 'unknown')
  const audit = await run(app.dataDirectory, 'audit', 'list', '--project', 'phone')

  expect(before.areTrunksGranted).toBe(false)
  expect([allowed.code, denied.code, unknown.code]).toEqual([0, 0, 1])
  expect(JSON.parse(listed.out)).toMatchObject({ workspaceId: before.workspace.id })
  expect((await run(app.dataDirectory, 'trunks', 'list')).out).toBe('')
  expect(audit.out).toContain('team.trunks_allowed')
  expect(audit.out).toContain('team.trunks_denied')
})

test('the command "projects create" creates a project whose keys allow users to sign up', async () => {
  await using app = await startTestApp()

  const { code, out } = await run(
    app.dataDirectory,
    'projects',
    'create',
    'Notes',
    '--domain',
    'https://notes.example.com',
  )
  expect(code).toBe(0)
  const { projectId, publishableClientKey } = JSON.parse(out) as Record<string, string>
  const signUp = (callback: string) =>
    fetch(`${app.accountsUrl}/api/v1/auth/password/sign-up`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': required(projectId, 'the project id'),
        'x-stack-publishable-client-key': required(publishableClientKey, 'the publishable client key'),
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

test('the command "projects list" prints id, name, use and creation date of every project, one per line', async () => {
  await using app = await startTestApp()
  const created = await run(app.dataDirectory, 'projects', 'create', 'Notes')

  const { code, out } = await run(app.dataDirectory, 'projects', 'list')

  const listed = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  const [notes] = listed.filter(({ displayName }) => displayName === 'Notes')
  expect(code).toBe(0)
  expect(listed.map(({ projectId }) => projectId)).toContain('internal')
  expect(listed.map(({ usedBy }) => usedBy).toSorted()).toEqual(['application', 'owners', 'phone'])
  expect(notes).toEqual({
    projectId: JSON.parse(created.out).projectId,
    displayName: 'Notes',
    usedBy: 'application',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test.each([
  [['projects', 'create'], 'Missing project name: projects create NAME.'],
  [['keys'], 'Missing project: keys PROJECT.'],
  [['nonsense'], 'Unknown command: nonsense'],
  [['trunks', 'nonsense', 'secret'], 'Unknown command: trunks nonsense'],
  [['audit'], 'Unknown command: audit'],
  [['backup', 'here', 'there'], 'Wrong arguments of backup.'],
  [[], 'Missing command.'],
])('%j is reported in one sentence before the usage', async (words, sentence) => {
  const { code, errorOutput } = await run('/nowhere', ...words)
  expect(code).toBe(2)
  expect(errorOutput.split('\n').slice(0, 3)).toEqual([sentence, '', 'Usage:'])
})

test.each([[['--help']], [['-h']], [['keys', '--help']]])('%j lists the commands', async (words) => {
  const { code, out, errorOutput } = await run('/nowhere', ...words)
  expect({ code, errorOutput }).toEqual({ code: 0, errorOutput: '' })
  expect(out).toMatch(/^Usage:\n/)
})

test('the audit log of a running Parley can be verified', async () => {
  await using app = await startTestApp()
  const whole = await run(app.dataDirectory, 'audit', 'verify')
  expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/is intact: \d+ entries/) })
})

test('the command "audit list" prints entries as text or JSON, newest last, filtered by project and time', async () => {
  await using app = await startTestApp()
  const projectId = (await clientConfig(app.phoneUrl)).projectId
  const { publishableClientKey } = JSON.parse((await run(app.dataDirectory, 'keys', 'phone')).out)
  const signInAs = (userAgent: string) =>
    fetch(`${app.accountsUrl}/api/v1/auth/password/sign-in`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        'x-stack-access-type': 'client',
        'x-stack-project-id': projectId,
        'x-stack-publishable-client-key': publishableClientKey,
      },
      body: JSON.stringify({ email: 'ada@example.com', password: 'not her password' }),
    })
  const list = async (...words: string[]) => {
    const { code, out, errorOutput } = await run(app.dataDirectory, 'audit', 'list', ...words)
    expect({ code, errorOutput }).toEqual({ code: 0, errorOutput: '' })
    return out.split('\n').slice(0, -1)
  }
  await signInAs('the first')
  const between = new Date().toISOString()
  await signInAs('the second\u009b2J')

  const lines = await list()
  const failed = await list('--project', 'phone', '--limit', '2', '--json')

  expect(lines.at(-1)).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z\tclient\tauthentication\.failed\tfailure\t-\t127\.0\.0\.1$/,
  )
  expect(lines.filter((line) => line.includes(`\tkey_set.created\tsuccess\tkey_set `))).not.toEqual([])
  expect(lines.toSorted()).toEqual(lines)
  expect(failed.map((line) => JSON.parse(line))).toEqual(
    ['the first', 'the second\u009b2J'].map((userAgent) => ({
      at: expect.any(String),
      projectId,
      actor: { type: 'client', id: null },
      action: 'authentication.failed',
      outcome: 'failure',
      subject: null,
      address: '127.0.0.1',
      userAgent,
      requestId: expect.any(String),
      details: { endpoint: 'POST /auth/password/sign-in', reason: 'EMAIL_PASSWORD_MISMATCH' },
    })),
  )
  expect(await list('--since', between)).toEqual(lines.slice(-1))
  expect(await list('--project', 'internal', '--since', between)).toEqual([])
  expect(failed.join('\n')).not.toContain('\u009b')
  expect(await run(app.dataDirectory, 'audit', 'list', '--project', 'unknown')).toEqual({
    code: 1,
    out: '',
    errorOutput: 'Project unknown not found. Use its id or phone.\n',
  })
})

test.each([
  [['--since', 'yesterday'], '--since expects a date or a time, such as 2026-11-21 or 2026-11-21T08:30:00Z.'],
  [
    ['--since', '2026-02-30'],
    '--since expects a date or a time, such as 2026-11-21 or 2026-11-21T08:30:00Z.',
  ],
  [['--limit', '0'], '--limit expects a whole number from 1 to 10000.'],
  [['--limit', 'all'], '--limit expects a whole number from 1 to 10000.'],
  [['--project', ''], '--project expects the id of a project, or phone.'],
  [['--until', 'now'], "Unknown option '--until'"],
])('the command "audit list" rejects %s with a clear message', async (words, sentence) => {
  const { code, out, errorOutput } = await run('/nowhere', 'audit', 'list', ...words)
  expect({ code, out }).toEqual({ code: words[0] === '--until' ? 2 : 1, out: '' })
  expect(errorOutput).toContain(sentence)
  expect(errorOutput).not.toContain('    at ')
})

test.each([
  ['an unknown subcommand', ['audit', 'forge'], 2],
  ['a backup without a directory', ['backup'], 2],
  ['a backup with two directories', ['backup', 'here', 'there'], 2],
  ['a project without a name', ['projects', 'create'], 2],
  ['an unexpected argument', ['projects', 'list', 'mine'], 2],
  ['a domain that is not a URL', ['projects', 'create', 'Notes', '--domain', 'notes'], 1],
  ['a domain with a space', ['projects', 'create', 'Notes', '--domain', 'https://a b'], 1],
  ['a domain with a backslash', ['projects', 'create', 'Notes', '--domain', 'https://a\\b'], 1],
  ['no command', [], 2],
  ['an unknown command', ['open-the-door'], 2],
  ['no project', ['keys'], 2],
  ['an unknown option', ['keys', 'phone', '--for-ever'], 2],
  ['an invalid number of days', ['keys', 'phone', '--expires', 'soon'], 1],
  ['an unknown role', ['serve', '--role', 'butler'], 2],
])('with %s it prints an error and changes nothing', async (_what, words, expected) => {
  const dataDirectory = join(await mkdtemp(join(tmpdir(), 'parley-words-')), 'data')

  const { code, out, errorOutput } = await run(dataDirectory, ...words)

  expect({ code, out }).toEqual({ code: expected, out: '' })
  expect(errorOutput).toMatch(
    /keys|--domain expects|--expires|--for-ever|--role expects one of all, accounts, phone/,
  )
  expect(errorOutput).not.toContain('    at ')
  await rm(join(dataDirectory, '..'), { recursive: true })
})

async function clientConfig(phoneUrl: string): Promise<{ projectId: string; publishableClientKey: string }> {
  const response = await fetch(`${phoneUrl}/api/v1/client-config`)
  return (await response.json()) as { projectId: string; publishableClientKey: string }
}
