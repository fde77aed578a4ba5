import { randomUUID } from 'node:crypto'
import { phoneEndpoints } from '@parley/contract/phone'
import { createWavHeader, required } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { createImportClient } from '../testing/import-client.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** A valid body for each endpoint with a body and an id in its path. */
const bodies: Record<string, object> = {
  'POST /calls/{call}/transfer': { to: '+1 555 0101', mode: 'blind' },
  'POST /calls/{call}/merge': { call: randomUUID() },
  'POST /calls/{call}/join': { handsetId: randomUUID() },
  'POST /calls/{call}/legs/{leg}/answer': { answer: {} },
  'POST /calls/{call}/answer': { handsetId: randomUUID() },
  'POST /calls/{call}/pick-up': { handsetId: randomUUID() },
  'POST /calls/{call}/hang-up': {},
  'PUT /calls/{call}/muted': { muted: true },
  'PUT /calls/{call}/on-hold': { onHold: true },
  'POST /calls/{call}/digits': { digits: '1' },
  'POST /calls/{call}/participants': { to: '+1 555 0100' },
  'PUT /voicemails/{call}/dealt-with': { isDealtWith: true },
  'PUT /calls/{call}/notes': { notes: 'Read by a stranger.' },
  'PUT /calls/{call}/tags': { tags: ['Read by a stranger'] },
  'PUT /calls/{call}/assignment': { userId: null },
  'PUT /calls/{call}/assignment/done': { userId: randomUUID(), isDone: true },
  'POST /calls/{call}/comments': { text: 'Read by a stranger.' },
  'PUT /calls/{call}/comments/{comment}': { text: 'Mine now' },
  'POST /calls/{call}/analyses': {},
  'PUT /analysis-prompt/reference-calls/{call}': { expected: [{ key: 'outcome', value: null }] },
  'POST /analysis-prompt/test-runs/{run}/cancel': {},
  'POST /calls/{call}/analyses/{analysis}/mails': { userIds: [randomUUID()] },
  'PATCH /calls/{call}/action-items/{item}': { isDone: true },
  'PUT /calls/{call}/transcript/lines/{line}': { text: 'Mine now', previousText: '' },
  'PUT /contacts/{contact}': { name: 'Mine now', version: 1 },
  'PUT /contact-fields/{field}': { name: 'Mine now', isArchived: true },
  'POST /contact-changes/{change}/undo': {},
  'PUT /contact-imports/{import}/mapping': {
    targets: [],
    hasHeader: true,
    visibility: 'shared',
    labels: { mobile: '', work: '', home: '', fax: '' },
  },
  'PUT /api-keys/{key}/scopes': { scopes: ['calls:read'] },
  'PUT /webhooks/{webhook}': {
    url: 'https://example.com',
    description: '',
    events: ['call.ended'],
    isEnabled: true,
  },
  'PUT /trunks/{trunk}': { name: 'Mine now', host: '127.0.0.1' },
  'PATCH /phone-verifications/{verification}': { label: 'Mine now' },
}

/** Returns a WAV file of one second. */
function createSilence(): Buffer {
  const bytes = 2 * 8_000
  return Buffer.concat([createWavHeader(8_000, bytes), Buffer.alloc(bytes)])
}

const limits = {
  homeCountry: 'US',
  allowedCountries: ['US'],
  callsPerMinute: 600,
  concurrentCalls: 500,
  callerName: null,
}

/** Guarantee: users of another workspace do not learn whether a resource exists. */
test('every endpoint returns the same 404 for a resource of another workspace and for an unknown id', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  await using browser = await openBrowser(phone, ada)
  const talking = await browser.call('+1 555 0101', { recording: 'on' })
  const call = await browser.waitForCall(talking.id, ({ recordings }) => recordings.length === 2)
  const { body: comment } = await phone.as(ada).post(`/calls/${call.id}/comments`, { text: 'Hello' })
  const { body: contact } = await phone.as(ada).post('/contacts', { name: 'Grace' })
  const { body: trunk } = await phone.as(ada).post('/trunks', { name: 'Line', host: '127.0.0.1', port: 9 })
  const toBlock = { number: '+12125550123', scope: 'workspace' }
  const { body: blocked } = await phone.as(ada).post('/blocked-numbers', toBlock)
  const { body: started } = await phone.as(ada).post('/phone-verifications', { number: '+1 212 555 0177' })
  const audio = createSilence().toString('base64')
  const { body: announcement } = await phone.as(ada).post('/announcements', { name: 'Closed', audio })
  const { body: gone } = await phone.as(ada).post('/contacts', { name: 'Gone' })
  const { body: deletion } = await phone
    .as(ada)
    .post('/contact-changes', { selection: { ids: [gone.id] }, action: { type: 'delete' } })
  const { body: field } = await phone.as(ada).post('/contact-fields', { name: 'Number', type: 'text' })
  const { body: draft } = await createImportClient(phone, ada).upload('Name\nHedy')
  const [workspaceId = ''] = ada.teamIds
  const {
    rows: [mail],
  } = await phone.database.pool.query(
    `insert into phone.workspace_mails (id, workspace_id, user_id, kind, recipient, subject, state, created_at, due_at)
     values (gen_random_uuid(), $1, $2, 'missed-calls', 'ada@example.com', '', 'failed', now(), now()) returning id`,
    [workspaceId, ada.id],
  )
  const {
    rows: [run],
  } = await phone.database.pool.query(
    `insert into phone.prompt_test_runs (id, workspace_id, text, output_fields, purpose, requested_by, requested_at)
     values (gen_random_uuid(), $1, 'Hi', '[]', 'test', $2, now()) returning id`,
    [workspaceId, ada.id],
  )
  const {
    rows: [erasure],
  } = await phone.database.pool.query(
    `insert into phone.erasures (id, workspace_id, subject, fingerprint, requested_by, requested_at, due_at, completed_at)
     values (gen_random_uuid(), $1, 'number', 'hash', $2, now(), now(), now()) returning id`,
    [workspaceId, ada.id],
  )
  const {
    rows: [webhook],
  } = await phone.database.pool.query(
    `insert into phone.webhook_endpoints
       (id, workspace_id, configured_by, url, description, event_types, secret_encrypted, created_at)
     values (gen_random_uuid(), $1, $2, 'https://example.com', '', '{call.ended}', '', now()) returning id`,
    [workspaceId, ada.id],
  )
  const ids: Record<string, string> = {
    webhook: webhook.id,
    delivery: randomUUID(),
    erasure: erasure.id,
    analysis: randomUUID(),
    run: run.id,
    announcement: announcement.id,
    verification: started.verification.id,
    call: call.id,
    comment: comment.id,
    line: randomUUID(),
    item: randomUUID(),
    leg: required(call.legs[1], 'the second leg').id,
    recording: required(call.recordings[0], 'a recording').id,
    contact: contact.id,
    field: field.id,
    change: deletion.changes[0].id,
    import: draft.id,
    mail: mail.id,
    trunk: trunk.id,
    number: blocked.id,
    key: phone.accounts.addTeamKey(workspaceId).id,
  }
  // A `name` is that of an announcement of Parley, a `version` a number, and a `purpose` one of two; all workspaces have the same.
  const naming = phoneEndpoints.filter(
    ({ path, access }) => /\{(?!(name|version|purpose)\})/.test(path) && access !== 'public',
  )
  expect(naming.length).toBeGreaterThan(20)

  for (const { method, path } of naming) {
    const requestForeign = async (getId: (name: string) => string) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => getId(name))
      const { status, body } = await phone.request(linus, method, filled, bodies[`${method} ${path}`])
      return { status, body }
    }
    const foreign = await requestForeign((name) => required(ids[name], 'the id of this name'))
    const unknown = await requestForeign(() => randomUUID())

    expect(foreign.status, `${method} ${path}`).toBe(404)
    expect(foreign, `${method} ${path}`).toEqual(unknown)
  }
  const { body: after } = await phone.as(ada).get(`/calls/${call.id}`)
  expect(after).toMatchObject({ phase: 'talking', notes: '', tags: [], recordingState: 'on' })
  expect((await phone.as(linus).get('/calls')).body.items).toEqual([])
})

/** Guarantee: an administrator of one workspace has no administrator rights in another. */
test('an administrator of another workspace has no administrator rights in this one', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const bakery = required(ada.teamIds[0], 'a team')
  const ownTeam = phone.accounts.addTeam('Grace alone')
  const grace = phone.accounts.addUser('Grace', [ownTeam, bakery], [ownTeam])
  const callId = await recordCall(phone, ada)
  const { body: trunk } = await phone.as(ada).post('/trunks', { name: 'Line', host: '127.0.0.1', port: 9 })
  const [asOwner, asAdministrator] = [phone.as(grace, ownTeam), phone.as(grace, bakery)]

  const responses = [
    await asAdministrator.post('/trunks', { name: 'Mine', host: '127.0.0.1', port: 9 }),
    await asAdministrator.put(`/trunks/${trunk.id}`, { name: 'Mine now', host: '127.0.0.1' }),
    await asAdministrator.delete(`/trunks/${trunk.id}`),
    await asAdministrator.put('/limits', limits),
  ]

  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
    responses.map(() => [403, 'PHONE_ADMIN_REQUIRED']),
  )
  expect((await asAdministrator.delete(`/calls/${callId}/recordings`)).body.code).toBe('CALL_NOT_FOUND')
  expect((await asOwner.put('/limits', limits)).status).toBe(200)
  expect((await asOwner.get('/me')).body.isPhoneAdmin).toBe(true)
  expect((await asAdministrator.get('/me')).body.isPhoneAdmin).toBe(false)
})

test('audio requires a link, and a link to one recording does not give access to another', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { body: call } = await phone.as(ada).get(`/calls/${await recordCall(phone, ada)}`)
  const [one, other] = call.recordings.map(({ id }: { id: string }) => id)
  const link = await phone.requestAudio(ada, `/recordings/${one}/links`)

  const moved = await link.get(link.url.replace(one, other))
  const unsigned = await phone.request(ada, 'GET', `/recordings/${one}/audio`)

  expect(moved.status).toBe(403)
  expect(unsigned.status).toBe(400)
})

/** Makes a recorded call of a user. Returns its id when it has ended. */
async function recordCall(phone: TestPhone, user: FakeUser): Promise<string> {
  await using browser = await openBrowser(phone, user)
  const { id } = await browser.call('+1 555 0101', { recording: 'on' })
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 2)
  await phone.as(user).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')
  return id
}
