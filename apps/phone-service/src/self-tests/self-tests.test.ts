import { once } from 'node:events'
import { rm, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { required, waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { toRegisteringTrunk } from '../testing/add-registered-trunk.ts'
import { startAnalysisServer } from '../testing/analysis-server.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { startTranscriptionServer, transcriptionFaults } from '../testing/transcription-server.ts'
import { trunkWithPassword } from '../testing/trunk-with-password.ts'

const allParts = ['trunk', 'keypad', 'mail', 'storage', 'transcription', 'analysis']

async function start(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks, ...options }))
  const ada = phone.signUp('Ada')
  // Assigns the number in the simulated network.
  await phone.as(ada).get('/me')
  return { phone, ada, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Runs tests, and resolves to their results. */
async function run(phone: TestPhone, user: FakeUser, body: object = { parts: allParts }) {
  const started = await phone.as(user).post('/self-test/runs', body)
  if (started.status !== 202) throw new Error(`Not started: ${JSON.stringify(started.body)}`)
  return await waitForResults(phone, user)
}

function waitForResults(phone: TestPhone, user: FakeUser) {
  return waitUntil('the tests are done', async () => {
    const { body } = await phone.as(user).get('/self-test')
    return body.progress ? null : body
  })
}

function findPart(body: { parts: { part: string }[] }, part: string) {
  return required(
    body.parts.find((one) => one.part === part),
    part,
  )
}

function toMailServer(port: number) {
  return {
    host: '127.0.0.1',
    port,
    security: 'none',
    username: null,
    senderName: 'Bakery',
    senderAddress: 'calls@example.com',
    replyTo: null,
  }
}

const provider = (baseUrl: string) => ({ baseUrl, apiKey: null, model: 'a-model', isAutomatic: false })

test('ZR895: digits are sent in both directions over a real call, and nothing of it is in the call log', async () => {
  await using parts = await start()
  const { phone, ada } = parts
  expect((await phone.as(ada).get('/self-test')).body).toMatchObject({ hasFreeTestCall: true, testCalls: [] })

  const done = await run(phone, ada, { parts: ['keypad'] })

  const keypad = findPart(done, 'keypad')
  expect(keypad).toMatchObject({
    state: 'passed',
    problem: null,
    testedBy: 'Ada',
    testedAt: expect.any(Number),
    result: expect.stringMatching(/^\d{4} \d{4}$/),
  })
  const [sent, received] = (keypad as unknown as { result: string }).result.split(' ')
  expect(received).toBe([...(sent ?? '')].reverse().join(''))
  expect((await phone.as(ada).get('/calls?scope=workspace')).body.items).toEqual([])
  expect((await phone.database.pool.query('select * from phone.test_calls')).rows).toEqual([])
})

test('every configured part passes, with what came out of it, and the others are not tested', async () => {
  await using parts = await start()
  const { phone, ada } = parts
  await using smtp = await startSmtpServer()
  await using speech = await startTranscriptionServer()
  await phone.as(ada).put('/mail-server', toMailServer(smtp.port))
  await phone.as(ada).put('/model-providers/transcription', provider(speech.baseUrl))
  await phone
    .as(ada)
    .post('/trunks', { ...trunkWithPassword, ...toRegisteringTrunk(phone.carrier), name: 'North line' })

  const done = await run(phone, ada)

  expect(done.parts).toMatchObject([
    { part: 'trunk', name: 'North line', state: 'passed' },
    { part: 'keypad', state: 'passed' },
    { part: 'mail', name: '127.0.0.1', state: 'passed', result: 'ada@example.com' },
    { part: 'storage', state: 'passed' },
    { part: 'transcription', state: 'passed', result: 'Good morning.' },
    { part: 'analysis', isConfigured: false, state: 'not-tested', testedAt: null },
  ])
  expect(smtp.received).toMatchObject([{ to: ['ada@example.com'] }])
  expect(
    (await listAuditEntries(phone)).filter(({ action }) => action === 'self_test.started'),
  ).toMatchObject([{ actor_id: ada.id, details: { parts: 'trunk, keypad, mail, storage, transcription' } }])
  await phone.as(ada).put('/mail-server', { ...toMailServer(smtp.port), senderName: 'Ada' })
  const { body } = await phone.as(ada).get('/self-test')
  expect(findPart(body, 'mail')).toMatchObject({ state: 'passed', isOutdated: true })
  expect(findPart(body, 'transcription')).toMatchObject({ isOutdated: false })
})

test('ZR896: each failing part says why, and a hanging one delays no other', async () => {
  await using parts = await start({ selfTestTimeoutMs: 12_000 })
  const { phone, ada } = parts
  await using smtp = await startSmtpServer()
  await using speech = await startTranscriptionServer()
  await using model = await startAnalysisServer()
  smtp.rejectRecipients(550)
  speech.respondAlways(transcriptionFaults.keyRejected)
  // Never responds.
  model.respondAlways((response) => response)
  await phone.as(ada).put('/mail-server', toMailServer(smtp.port))
  await phone.as(ada).put('/model-providers/transcription', provider(speech.baseUrl))
  await phone.as(ada).put('/model-providers/analysis', provider(model.baseUrl))
  const trunk = { ...toRegisteringTrunk(phone.carrier), password: 'a wrong trunk password' }
  await phone.as(ada).post('/trunks', trunk)

  await phone.as(ada).post('/self-test/runs', { parts: allParts })

  const isDone = ({ part, state }: { part: string; state: string }) =>
    part === 'analysis' || state !== 'running'
  const early = await waitUntil('the other parts are done', async () => {
    const { body } = await phone.as(ada).get('/self-test')
    return body.parts.every(isDone) ? body : null
  })
  expect(findPart(early, 'analysis')).toMatchObject({ state: 'running', tookMs: null })
  const done = await waitForResults(phone, ada)
  expect(done.parts).toMatchObject([
    {
      part: 'trunk',
      state: 'failed',
      problem: { kind: 'trunk', outcome: 'password-refused', subject: '127.0.0.1' },
    },
    { part: 'keypad', state: 'passed' },
    { part: 'mail', state: 'failed', problem: { kind: 'mail', problem: 'recipient-refused' } },
    { part: 'storage', state: 'passed' },
    { part: 'transcription', state: 'failed', problem: { kind: 'provider', problem: 'key-rejected' } },
    { part: 'analysis', state: 'failed', problem: { kind: 'test', problem: 'timed-out' } },
  ])
})

test('ZR896: a test that does not react to its end is over after its time, too', async () => {
  await using parts = await start({ selfTestTimeoutMs: 2_000 })
  const { phone, ada } = parts
  // Accepts connections, and sends no greeting.
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  await phone.as(ada).put('/mail-server', toMailServer((silent.address() as AddressInfo).port))

  const done = await run(phone, ada, { parts: ['mail'] })
  silent.close()

  expect(findPart(done, 'mail')).toMatchObject({ problem: { kind: 'test', problem: 'timed-out' } })
})

test.each([
  ['a full disk', { recordings: { minFreeDiskBytes: Number.MAX_SAFE_INTEGER } }, async () => {}, 'disk-full'],
  ['a full quota', { recordings: { maxBytesPerWorkspace: 0 } }, async () => {}, 'quota-full'],
  [
    'a missing spool',
    {},
    ({ dataDirectory }: TestPhone) => rm(join(dataDirectory, 'recordings-spool'), { recursive: true }),
    'unavailable',
  ],
  [
    'a read-only directory',
    { recordings: { minFreeDiskBytes: 0 } },
    async ({ dataDirectory }: TestPhone) => {
      const directory = join(dataDirectory, 'recordings')
      await rm(directory, { recursive: true })
      // No user can create files there, not even root.
      await symlink('/sys', directory)
    },
    'read-only',
  ],
] as const)('the storage test reports %s', async (_, options, damage, problem) => {
  await using parts = await start(options)
  const { phone, ada } = parts
  await damage(phone)

  const done = await run(phone, ada, { parts: ['storage'] })

  expect(findPart(done, 'storage')).toMatchObject({ state: 'failed', problem: { kind: 'storage', problem } })
})

/** Guarantee (ZR872): a self-test does not serve to guess passwords or scan ports either. */
test('ZR898: a run counts as a test of each server that it reaches', async () => {
  await using parts = await start({ rateLimitFactor: 1 })
  const { phone, ada } = parts
  await using smtp = await startSmtpServer()
  await phone.as(ada).put('/mail-server', toMailServer(smtp.port))
  for (let count = 0; count < 10; count++)
    await phone.as(ada).post('/mail-server/test', toMailServer(smtp.port))

  const done = await run(phone, ada, { parts: ['mail', 'storage'] })

  expect(findPart(done, 'mail')).toMatchObject({
    state: 'failed',
    problem: { kind: 'refused', code: 'TOO_MANY_REQUESTS' },
  })
  expect(findPart(done, 'storage')).toMatchObject({ state: 'passed' })
  expect(smtp.received).toHaveLength(10)
})

test('ZR900: results belong to one workspace, and end with its trunk, the account of its tester and the server', async () => {
  await using parts = await start()
  const { phone, ada } = parts
  await using smtp = await startSmtpServer()
  const linus = phone.signUp('Linus')
  await phone.as(ada).put('/mail-server', toMailServer(smtp.port))
  const { body: trunk } = await phone.as(ada).post('/trunks', { ...trunkWithPassword, port: 9 })
  await run(phone, ada, { parts: ['mail', 'trunk'] })

  const foreign = (await phone.as(linus).get('/self-test')).body.parts
  expect(foreign.every(({ state }: { state: string }) => state === 'not-tested')).toBe(true)
  const body = { parts: ['trunk'], trunkId: trunk.id }
  expect((await phone.as(linus).post('/self-test/runs', body)).body.code).toBe('TRUNK_NOT_FOUND')
  const [workspaceId] = ada.teamIds
  const grace = phone.accounts.addUser('Grace', [workspaceId ?? ''], [workspaceId ?? ''])
  phone.accounts.removeUser(ada.id)
  await sendAccountEvent(phone, { type: 'user.deleted', data: { id: ada.id, teams: [] } })
  const listRows = async () =>
    (await phone.database.pool.query('select * from phone.self_test_results order by part')).rows
  expect(JSON.stringify(await listRows())).not.toMatch(/ada/i)
  expect(await listRows()).toMatchObject([
    { part: 'mail', state: 'passed', tested_by: null, tested_by_name: null, result: null },
    { part: 'trunk', trunk_id: trunk.id, tested_by: null },
  ])
  await phone.as(grace).delete(`/trunks/${trunk.id}`)
  await phone.as(grace).delete('/mail-server')
  expect((await listRows()).map(({ part }) => part)).toEqual(['mail'])
  const after = (await phone.as(grace).get('/self-test')).body
  expect(findPart(after, 'mail')).toMatchObject({ isConfigured: false, state: 'not-tested' })
})

test('ZR902: no secret of a server is stored or returned with a result, also if the server repeats it', async () => {
  await using parts = await start()
  const { phone, ada } = parts
  await using speech = await startTranscriptionServer()
  speech.respondAlways(transcriptionFaults.keyRejected)
  const apiKey = 'a secret key of a provider'.replaceAll(' ', '-')
  await phone.as(ada).put('/model-providers/transcription', { ...provider(speech.baseUrl), apiKey })

  const done = await run(phone, ada, { parts: ['transcription'] })

  expect(speech.received.map(({ authorization }) => authorization)).toEqual([`Bearer ${apiKey}`])
  const { rows } = await phone.database.pool.query('select * from phone.self_test_results')
  expect(findPart(done, 'transcription')).toMatchObject({ problem: { problem: 'key-rejected' } })
  expect(JSON.stringify([done, rows, await listAuditEntries(phone)])).not.toContain(apiKey)
})
