import { randomUUID } from 'node:crypto'
import { toEndpointKey } from '@parley/contract'
import { apiKeyScopes, phoneEndpoints, workspaceHeader } from '@parley/contract/phone'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createKeyClient, sendKey } from '../testing/key-client.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { insertIncomingCall, startWorkspace } from '../testing/start-workspace.ts'

const allScopes = [...apiKeyScopes]

/** Guarantee (ZR926): no endpoint that needs a user, and none of another workspace, accepts an API key. */
test('ZR926: a key with all scopes reaches the endpoints with a scope, of its workspace alone', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const { body: contact } = await phone.as(linus).post('/contacts', { name: 'Grace' })
  const client = await createKeyClient(phone, { administrator: ada, scopes: allScopes })
  const authorization = `Bearer ${client.key.text}`

  for (const endpoint of phoneEndpoints) {
    if (endpoint.access === 'public') continue
    const path = endpoint.path.replaceAll(/\{\w+\}/g, () => randomUUID())
    const body = endpoint.method === 'GET' ? undefined : {}
    const { body: received } = await phone.request(null, endpoint.method, path, body, { authorization })
    const isReachable = 'apiKeyScope' in endpoint
    const access: string = endpoint.access
    expect.soft(received.code === 'API_KEY_NOT_ALLOWED', toEndpointKey(endpoint)).toBe(!isReachable)
    expect.soft(isReachable && access === 'phone_admin', toEndpointKey(endpoint)).toBe(false)
  }

  expect((await client.get('/contacts')).body.items).toEqual([])
  expect((await client.get(`/contacts/${contact.id}`)).body.code).toBe('CONTACT_NOT_FOUND')
  expect((await client.delete(`/contacts/${contact.id}`)).body.code).toBe('CONTACT_NOT_FOUND')
  const abroad = sendKey(phone, client.key.text, { [workspaceHeader]: linus.teamIds[0] ?? '' })
  expect((await abroad.get('/contacts')).body.code).toBe('WORKSPACE_NOT_FOUND')
})

/** Guarantee (ZR927): a key may do what an administrator has chosen, and begins with nothing. */
test('ZR927: every endpoint requires its scope, and a new key has none', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const key = phone.accounts.addTeamKey(ada.teamIds[0] ?? '')
  const authorization = `Bearer ${key.text}`

  for (const endpoint of phoneEndpoints) {
    if (!('apiKeyScope' in endpoint)) continue
    const { apiKeyScope: scope, method } = endpoint
    const request = async () => {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, () => randomUUID())
      return (await phone.request(null, method, path, method === 'GET' ? undefined : {}, { authorization }))
        .body
    }
    const others = allScopes.filter((each) => each !== scope)
    for (const scopes of [[], others]) {
      await phone.as(ada).put(`/api-keys/${key.id}/scopes`, { scopes })
      expect.soft(await request(), toEndpointKey(endpoint)).toMatchObject({
        code: 'API_KEY_SCOPE_REQUIRED',
        details: { scope },
      })
    }
    await phone.as(ada).put(`/api-keys/${key.id}/scopes`, { scopes: [scope] })
    expect.soft((await request()).code, toEndpointKey(endpoint)).not.toBe('API_KEY_SCOPE_REQUIRED')
  }
})

/** Guarantee (ZR927): what members alone may see stays with them. */
test('ZR927: a key sees the calls of members only with calls:read-all, and never what is private', async () => {
  const { phone: started, workspace, ada, grace } = await startWorkspace()
  await using phone = started
  const missed = await insertIncomingCall(phone, workspace)
  const ofGrace = await insertIncomingCall(phone, workspace, { answeredBy: grace, startedAt: 9 })
  await phone.as(grace).post('/contacts', { name: 'Dentist', visibility: 'private' })
  await phone.as(grace).post('/contacts', { name: 'Baker' })
  const limited = await createKeyClient(phone, {
    administrator: ada,
    scopes: ['calls:read', 'contacts:read'],
  })
  const full = await createKeyClient(phone, { administrator: ada, scopes: ['calls:read', 'calls:read-all'] })
  const listIds = async (client: typeof full, query = '') =>
    (await client.get(`/calls${query}`)).body.items.map(({ id }: { id: string }) => id)

  expect(await listIds(limited)).toEqual([missed])
  expect((await limited.get(`/calls/${ofGrace}`)).body.code).toBe('CALL_NOT_FOUND')
  expect((await limited.get('/calls?scope=workspace')).body).toMatchObject({
    code: 'API_KEY_SCOPE_REQUIRED',
    details: { scope: 'calls:read-all' },
  })
  expect(await listIds(full, '?scope=workspace')).toEqual([ofGrace, missed])
  expect((await full.get(`/calls/${ofGrace}`)).status).toBe(200)
  const { items } = (await limited.get('/contacts')).body
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['Baker'])
})

/** Guarantee (ZR928): a key that was revoked or has expired loses access within seconds. */
test('ZR928: a revoked key is rejected after 3 seconds, and a public, unknown or expired key always', async () => {
  let aheadMs = 0
  await using phone = await startPhone({ now: () => new Date(Date.now() + aheadMs) })
  const ada = phone.signUp('Ada')
  const [workspace = ''] = ada.teamIds
  const client = await createKeyClient(phone, { administrator: ada, scopes: ['contacts:read'] })
  expect((await client.get('/contacts')).status).toBe(200)

  phone.accounts.revokeKey(client.key.id)
  aheadMs = 3_000

  expect((await client.get('/contacts')).body.code).toBe('API_KEY_INVALID')
  const published = phone.accounts.addTeamKey(workspace, { isPublic: true })
  for (const text of [published.text, `sk_${'0'.repeat(60)}`, 'short', '%00', 'a'.repeat(5_000)])
    expect((await sendKey(phone, text).get('/contacts')).body.code).toBe('API_KEY_INVALID')
  expect((await phone.as(ada).put(`/api-keys/${published.id}/scopes`, { scopes: [] })).status).toBe(404)
  const expired = phone.accounts.addTeamKey(workspace, { expiresAt: 1 })
  expect((await phone.as(ada).put(`/api-keys/${expired.id}/scopes`, { scopes: [] })).status).toBe(404)
  phone.accounts.goDown()
  expect((await sendKey(phone, `sk_${'1'.repeat(60)}`).get('/contacts')).body.code).toBe(
    'ACCOUNTS_UNREACHABLE',
  )
})

/** Guarantee (ZR929): a network cannot try many keys, and does not occupy the account service with them. */
test('ZR929: after 20 wrong keys, a network can use the keys alone that were valid before', async () => {
  await using phone = await startPhone({ rateLimitFactor: 1 })
  const ada = phone.signUp('Ada')
  const client = await createKeyClient(phone, { administrator: ada, scopes: ['contacts:read'] })
  await client.get('/contacts')
  const codes: unknown[] = []
  for (let count = 0; count < 22; count += 1)
    codes.push((await sendKey(phone, `sk_${String(count).padStart(60, '0')}`).get('/contacts')).body.code)
  const checked = phone.accounts.countCheckedKeys()

  expect(codes).toEqual([...Array(21).fill('API_KEY_INVALID'), 'TOO_MANY_REQUESTS'])
  expect(checked).toBe(22)
  expect((await client.get('/contacts')).status).toBe(200)
  const other = phone.accounts.addTeamKey(ada.teamIds[0] ?? '')
  expect((await sendKey(phone, other.text).get('/contacts')).body.code).toBe('TOO_MANY_REQUESTS')
  expect(phone.accounts.countCheckedKeys()).toBe(checked)
})

/** Guarantee (ZR929): who reads the log of the server cannot use the keys of its workspaces. */
test('ZR929: no key is in the log or in the database of the phone', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  await using phone = await startPhone({ log })
  const ada = phone.signUp('Ada')
  const client = await createKeyClient(phone, { administrator: ada, scopes: ['contacts:write'] })
  await client.post('/contacts', { name: 'Grace' })
  await client.get('/me')
  phone.accounts.goDown()
  const unchecked = `sk_${'7'.repeat(60)}`
  await sendKey(phone, unchecked).get('/contacts')

  const { rows } = await phone.database.pool.query('select * from phone.audit_entries')
  const counters = await phone.database.pool.query('select * from rate_limits.attempts')
  const stored = JSON.stringify([rows, counters.rows])
  expect(rows.length).toBeGreaterThan(1)
  for (const text of [client.key.text, unchecked]) {
    expect(lines.join('\n')).not.toContain(text)
    expect(stored).not.toContain(text)
  }
})

/** Guarantee (ZR930): the workspace can see which key has changed something. */
test('ZR930: changes by a key are audited with its id, or not made', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const scopes = ['contacts:read', 'contacts:write'] as const
  const client = await createKeyClient(phone, { administrator: ada, scopes })
  const { body: contact } = await client.post('/contacts', { name: 'Grace' })
  await client.put(`/contacts/${contact.id}`, { name: 'Grace H', version: contact.version })
  const hidden = await client.post('/contacts', { name: 'No one', visibility: 'private' })
  await client.delete(`/contacts/${contact.id}`)
  await client.get('/me')

  const entries = (await listAuditEntries(phone)).filter(({ actor_type }) => actor_type === 'api_key')
  expect(hidden.body.code).toBe('SCHEMA_ERROR')
  expect(entries.map(({ action, actor_id, subject_id }) => [action, actor_id, subject_id])).toEqual([
    ['contact.created', client.key.id, contact.id],
    ['contact.updated', client.key.id, contact.id],
    ['contact.deleted', client.key.id, contact.id],
    ['access.denied', client.key.id, null],
  ])
  const { body } = await phone.as(ada).get('/audit-entries')
  expect(body.items[1]).toMatchObject({ action: 'contact.deleted', userId: null, apiKeyId: client.key.id })

  await phone.database.pool.query(
    'alter table phone.audit_entries add constraint none check (false) not valid',
  )
  expect((await client.post('/contacts', { name: 'Linus' })).status).toBe(500)
  expect((await client.get('/contacts')).body.items).toEqual([])
})

/** Guarantee (ZR931): a key that sends too many requests leaves those of the members and of other keys. */
test('ZR931: a key has a separate rate limit', async () => {
  await using phone = await startPhone({ rateLimitFactor: 0.005 })
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)
  const scopes = ['contacts:read'] as const
  const first = await createKeyClient(phone, { administrator: ada, scopes })
  const second = await createKeyClient(phone, { administrator: grace, scopes })
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await first.get('/contact-fields')).status)

  // A user may send six of these requests.
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await second.get('/contact-fields')).status).toBe(200)
  expect((await phone.as(ada).get('/contact-fields')).status).toBe(200)
})

/** Guarantee (ZR958): neither an outage nor wrong keys of others in its network end the access of a valid key. */
test('ZR958: a key that was valid before an outage is accepted after it, also after 20 wrong keys of its network', async () => {
  let aheadMs = 0
  await using phone = await startPhone({
    rateLimitFactor: 1,
    now: () => new Date(Date.now() + aheadMs),
  })
  const ada = phone.signUp('Ada')
  const client = await createKeyClient(phone, { administrator: ada, scopes: ['contacts:read'] })
  expect((await client.get('/contacts')).status).toBe(200)
  phone.accounts.goDown()
  aheadMs = 3_000
  for (let count = 0; count < 2; count += 1)
    expect((await client.get('/contacts')).body.code).toBe('ACCOUNTS_UNREACHABLE')
  phone.accounts.goUp()
  for (let count = 0; count < 21; count += 1)
    await sendKey(phone, `sk_${String(count).padStart(60, '0')}`).get('/contacts')

  expect((await sendKey(phone, `sk_${'1'.repeat(60)}`).get('/contacts')).body.code).toBe('TOO_MANY_REQUESTS')
  expect((await client.get('/contacts')).status).toBe(200)
})

/** Guarantee (ZR956): a user who creates keys in many workspaces cannot send more requests than two users. */
test('ZR956: keys whose scopes one administrator has chosen share limits, in all workspaces', async () => {
  await using phone = await startPhone({ rateLimitFactor: 0.02 })
  const ada = phone.signUp('Ada')
  const others = ['Bakery', 'Mill', 'Farm'].map((name) => phone.accounts.addTeam(name))
  const [ofAda, grace] = [ada.teamIds[0] ?? '', phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)]
  ada.teamIds.push(...others)
  ada.administers.push(...others)
  const [bakery = '', mill = '', farm = ''] = others
  const create = async (user: typeof ada, workspaceId: string) => {
    const key = phone.accounts.addTeamKey(workspaceId)
    await phone.as(user, workspaceId).put(`/api-keys/${key.id}/scopes`, { scopes: ['contacts:read'] })
    return sendKey(phone, key.text)
  }
  const statuses: number[] = []
  for (const workspaceId of [bakery, bakery, mill, farm]) {
    const { get } = await create(ada, workspaceId)
    for (let count = 0; count < 9; count += 1) statuses.push((await get('/contacts')).status)
  }

  // A user may search for contacts twelve times, and so may the keys of one workspace: nine and three of them.
  expect(statuses.filter((status) => status === 200)).toHaveLength(24)
  expect(statuses.slice(0, 18)).toEqual([...Array(12).fill(200), ...Array(6).fill(429)])
  expect((await (await create(grace, ofAda)).get('/contacts')).status).toBe(200)
})

/** Guarantee (ZR932): scopes that two administrators save at the same time are both saved. */
test('ZR932: a change of scopes deletes none of a key that was created meanwhile', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const [workspace = ''] = ada.teamIds
  const [first, revoked] = [phone.accounts.addTeamKey(workspace), phone.accounts.addTeamKey(workspace)]
  const save = async ({ id }: { readonly id: string }) =>
    (await phone.as(ada).put(`/api-keys/${id}/scopes`, { scopes: ['calls:read'] })).status
  await save(revoked)
  phone.accounts.revokeKey(revoked.id)
  const second = { id: '' }
  phone.accounts.runBeforeKeys(async () => {
    second.id = phone.accounts.addTeamKey(workspace).id
    expect(await save(second)).toBe(200)
  })

  expect(await save(first)).toBe(200)
  const { items } = (await phone.as(ada).get('/api-keys')).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id].toSorted())
})

/** Guarantee (ZR932): only the administrators of a workspace decide about its keys. */
test('ZR932: administrators grant scopes to the valid keys of their workspace, which are audited and deleted', async () => {
  await using phone = await startPhone()
  const [ada, hedy] = [phone.signUp('Ada'), phone.signUp('Hedy')]
  const [workspace = ''] = ada.teamIds
  const grace = phone.accounts.addUser('Grace', [workspace])
  const [first, second] = [phone.accounts.addTeamKey(workspace), phone.accounts.addTeamKey(workspace)]
  const save = (user: typeof ada, id: string, scopes: readonly string[]) =>
    phone.as(user).put(`/api-keys/${id}/scopes`, { scopes })
  const list = async (user: typeof ada) => (await phone.as(user).get('/api-keys')).body.items

  expect((await save(grace, first.id, ['calls:read'])).status).toBe(403)
  expect((await save(hedy, first.id, ['calls:read'])).body.code).toBe('API_KEY_NOT_FOUND')
  expect((await save(ada, first.id, ['everything'])).status).toBe(400)
  await save(ada, first.id, ['contacts:read', 'calls:read', 'calls:read'])
  expect(await list(ada)).toEqual([{ id: first.id, scopes: ['calls:read', 'contacts:read'] }])
  expect(await list(hedy)).toEqual([])

  phone.accounts.revokeKey(first.id)
  expect((await save(ada, first.id, [])).body.code).toBe('API_KEY_NOT_FOUND')
  await save(ada, second.id, ['calls:read'])
  expect(await list(ada)).toEqual([{ id: second.id, scopes: ['calls:read'] }])
  const changes = (await listAuditEntries(phone)).filter(({ action }) => action === 'api_key.scopes_changed')
  expect(changes[0]).toMatchObject({ actor_id: ada.id, details: { scopes: 'calls:read contacts:read' } })

  await sendAccountEvent(phone, { type: 'team.deleted', data: { id: workspace } })
  await expect
    .poll(async () => (await phone.database.pool.query('select key_id from phone.api_key_scopes')).rowCount)
    .toBe(0)
})
