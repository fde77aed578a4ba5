import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { smtpPassword, startSmtpServer } from '../testing/smtp-server.ts'
import { startPhone } from '../testing/start-phone.ts'

const path = '/mail-server'

function toSettings(port: number, changes: object = {}) {
  return {
    host: '127.0.0.1',
    port,
    security: 'none',
    username: null,
    senderName: "Ada's bakery",
    senderAddress: 'calls@example.com',
    replyTo: 'desk@example.com',
    ...changes,
  }
}

/** The settings of a server that is reached with a password, which needs encryption. */
const withPassword = { security: 'starttls', username: 'ada', password: smtpPassword }

async function startBoth(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const smtp = stack.use(await startSmtpServer())
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks, ...options }))
  const ada = phone.signUp('Ada')
  return { smtp, phone, ada, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR801): the password of a mail server is never shown, and stored encrypted. */
test('ZR801: a password is write-only, encrypted, audited without itself, and deleted with the server', async () => {
  await using both = await startBoth()
  const { phone, ada, smtp } = both

  const saved = await phone.as(ada).put(path, toSettings(smtp.port, withPassword))

  expect(saved.body).toEqual({
    ...toSettings(smtp.port, { security: 'starttls', username: 'ada' }),
    hasPassword: true,
    changedAt: expect.any(Number),
  })
  expect((await phone.as(ada).get(path)).body).toEqual({ mailServer: saved.body, waiting: 0 })
  const { rows } = await phone.database.pool.query('select * from phone.mail_servers')
  expect(rows[0].password_encrypted).toEqual(expect.any(String))
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action.startsWith('mail_server'))
  expect(entries).toMatchObject([{ action: 'mail_server.saved', actor_id: ada.id }])
  expect(JSON.stringify([saved.body, rows, entries])).not.toContain(smtpPassword)
  expect((await phone.as(ada).delete(path)).status).toBe(200)
  expect((await phone.database.pool.query('select * from phone.mail_servers')).rows).toEqual([])
  expect((await phone.as(ada).delete(path)).body.code).toBe('MAIL_SERVER_NOT_FOUND')
})

/** Guarantee (ZR802): no administrator has the stored password sent to another server, or without encryption. */
test('ZR802: a stored password is used only with its server, port and user name, and never without encryption', async () => {
  await using both = await startBoth()
  await using other = await startSmtpServer()
  const { phone, ada, smtp } = both
  const { password: _, ...withoutPassword } = withPassword
  expect((await phone.as(ada).put(path, toSettings(smtp.port, withoutPassword))).body.code).toBe(
    'MAIL_PASSWORD_REQUIRED',
  )
  await phone.as(ada).put(path, toSettings(smtp.port, withPassword))

  for (const changes of [{ port: other.port }, { host: 'localhost' }, { username: 'grace' }]) {
    const moved = toSettings(smtp.port, { ...withoutPassword, ...changes })
    expect((await phone.as(ada).put(path, moved)).body.code).toBe('MAIL_PASSWORD_REQUIRED')
    expect((await phone.as(ada).post(`${path}/test`, moved)).body.code).toBe('MAIL_PASSWORD_REQUIRED')
  }
  for (const changes of [withPassword, withoutPassword]) {
    const plain = toSettings(smtp.port, { ...changes, security: 'none' })
    expect((await phone.as(ada).put(path, plain)).body.code).toBe('MAIL_ENCRYPTION_REQUIRED')
    expect((await phone.as(ada).post(`${path}/test`, plain)).body.code).toBe('MAIL_ENCRYPTION_REQUIRED')
  }
  const unchanged = toSettings(smtp.port, { ...withoutPassword, senderName: 'Bakery' })
  expect((await phone.as(ada).put(path, unchanged)).body).toMatchObject({ hasPassword: true })

  await phone.database.pool.query('update phone.mail_servers set port = $1', [other.port])
  const copied = toSettings(other.port, withoutPassword)
  const { body } = await phone.as(ada).post(`${path}/test`, copied)
  expect(body.problem).toBe('unreadable')
  expect([smtp.passwords, other.passwords]).toEqual([[], []])
})

/** Guarantee (ZR803): a mail server is no way into private networks. */
test('ZR803: mail servers in private networks are rejected unless the server allows them', async () => {
  await using phone = await startPhone()
  await using smtp = await startSmtpServer()
  const ada = phone.signUp('Ada')

  for (const host of ['127.0.0.1', '169.254.169.254', '::1', 'localhost']) {
    const settings = toSettings(smtp.port, { host })
    expect((await phone.as(ada).put(path, settings)).body.code).toBe('MAIL_HOST_NOT_ALLOWED')
    expect((await phone.as(ada).post(`${path}/test`, settings)).body.problem).toBe('host-not-allowed')
  }
  expect(smtp.received).toEqual([])
})

test('a test reports each step, and sends to the address of the user who tests', async () => {
  await using both = await startBoth()
  const { phone, ada, smtp } = both

  const { body } = await phone.as(ada).post(`${path}/test`, toSettings(smtp.port))

  expect(body).toMatchObject({ recipient: 'ada@example.com', problem: null, reply: null })
  expect(body.steps.map(({ step, result }: { step: string; result: string }) => `${step} ${result}`)).toEqual(
    [
      'resolve passed',
      'connect passed',
      'encrypt left-out',
      'sign-in left-out',
      'sender passed',
      'recipient passed',
      'accept passed',
    ],
  )
  expect(body.steps[0].detail).toBe('127.0.0.1')
  expect(body.steps[6].detail).toContain('4711')
  expect(smtp.received).toMatchObject([{ from: 'calls@example.com', to: ['ada@example.com'] }])
  expect(smtp.received[0]?.raw).toMatch(/^Reply-To: desk@example.com\r$/m)
  // Nothing is saved.
  expect((await phone.as(ada).get(path)).body.mailServer).toBeNull()
})

test.each<[string, object, string, string, readonly string[]]>([
  ['no STARTTLS', withPassword, 'tls', 'encrypt', ['resolve', 'connect']],
  ['a closed port', { port: 1 }, 'unreachable', 'connect', ['resolve']],
  ['an unknown host', { host: 'mail.invalid' }, 'host-unknown', 'resolve', []],
])('a test says which step has failed: %s', async (_name, changes, problem, failed, passed) => {
  await using both = await startBoth()
  const { phone, ada, smtp } = both

  const { body } = await phone.as(ada).post(`${path}/test`, toSettings(smtp.port, changes))

  const listSteps = (result: string) =>
    body.steps.flatMap((each: { step: string; result: string }) => (each.result === result ? each.step : []))
  expect([body.problem, listSteps('failed'), listSteps('passed')]).toEqual([problem, [failed], passed])
  expect(smtp.received).toEqual([])
})

test('a test shows the reply of a server that rejects the recipient', async () => {
  await using both = await startBoth()
  const { phone, ada, smtp } = both
  smtp.rejectRecipients(550)

  const { body } = await phone.as(ada).post(`${path}/test`, toSettings(smtp.port))

  expect(body).toMatchObject({ problem: 'recipient-refused', reply: '550 Not now' })
  expect(body.steps.slice(4).map(({ result }: { result: string }) => result)).toEqual([
    'passed',
    'failed',
    'not-reached',
  ])
})

/** Guarantee (ZR804): a workspace cannot use Parley to flood a mail server or a mailbox. */
test('ZR804: a workspace has ten tests in ten minutes, only to the verified address of the user', async () => {
  await using both = await startBoth({ rateLimitFactor: 1 })
  const { phone, ada, smtp } = both
  const run = () => phone.as(ada).post(`${path}/test`, toSettings(smtp.port))

  phone.accounts.setUnverified(ada.id)
  expect((await run()).body.code).toBe('EMAIL_ADDRESS_NOT_VERIFIED')
  const grace = phone.signUp('Grace')
  const responses = []
  for (let count = 0; count < 11; count += 1)
    responses.push((await phone.as(grace).post(`${path}/test`, toSettings(smtp.port))).status)
  expect(responses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(smtp.received).toHaveLength(10)
})

/** Guarantee (ZR872): Parley does not serve to guess passwords or scan ports, also with many workspaces. */
test('ZR872: a user has 20 tests in ten minutes in all workspaces, and a host gets 30 from all users', async () => {
  await using both = await startBoth({ rateLimitFactor: 1 })
  const { phone, smtp } = both
  const workspaces = ['Bakery', 'Brewery', 'Butchery'].map((name) => phone.accounts.addTeam(name))
  const owner = phone.accounts.addUser('Owner', workspaces, workspaces)
  const run = async (user = owner, workspace?: string, port = smtp.port) =>
    (await phone.as(user, workspace).post(`${path}/test`, toSettings(port))).status
  const runTimes = async (count: number, user?: FakeUser, workspace?: string) => {
    for (let index = 0; index < count; index += 1) expect(await run(user, workspace)).toBe(200)
  }

  await runTimes(10, owner, workspaces[0])
  await runTimes(10, owner, workspaces[1])
  expect(await run(owner, workspaces[2])).toBe(429)
  await runTimes(10, phone.signUp('Grace'))

  expect(await run(phone.signUp('Linus'))).toBe(429)
  expect(await run(phone.signUp('Linus'), undefined, 1)).toBe(429)
  expect(smtp.received).toHaveLength(30)
})

test('ZR869: a server is changed 10 times in ten minutes, under any of its names, and otherwise as often as needed', async () => {
  await using both = await startBoth({ rateLimitFactor: 1 })
  const { phone, smtp } = both
  const grace = phone.signUp('Grace')
  const save = async (change: object) =>
    (await phone.as(grace).put(path, { ...toSettings(smtp.port), ...change })).status
  const passwords = Array.from({ length: 11 }, (_, index) => `guess ${index}`)
  const signIn = { username: 'postmaster', security: 'tls' }

  const saved = []
  for (const password of passwords) saved.push(await save({ ...signIn, password }))
  expect(saved).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(await save({ ...signIn, port: 1, password: 'guess' })).toBe(429)
  expect(await save({ ...signIn, senderName: 'Bakery' })).toBe(200)

  const names = ['127.0.0.1', '::ffff:127.0.0.1', '2130706433', '127.1', '::ffff:7f00:1']
  const tested = []
  for (const user of ['Ada', 'Linus', 'Hedy'].map((name) => phone.signUp(name)))
    for (let index = 0; index < 10; index += 1) {
      const host = names[index % names.length]
      tested.push((await phone.as(user).post(`${path}/test`, { ...toSettings(smtp.port), host })).status)
    }
  expect(tested.filter((status) => status === 200)).toHaveLength(20)
})
