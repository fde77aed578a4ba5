import { connect } from 'node:net'
import { accessTokenHeader } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'

/** Guarantee: a user who is removed reads no contact afterwards. */
test('ZR737: an export stops when its user loses access', async () => {
  await using phone = await startPhone()
  const admin = phone.signUp('Ada')
  const [bakery = ''] = admin.teamIds
  const grace = phone.accounts.addUser('Grace', [bakery])
  await phone.as(admin).post('/contacts', { name: 'Miller', notes: 'n'.repeat(20_000) })
  // More than the buffers of both sides of a connection contain.
  await phone.database.pool.query(
    `insert into phone.contacts (id, workspace_id, owner_user_id, visibility, name, company, role, phones, emails, tags, notes,
       custom_values, search_text, sort_key, size_bytes, version, created_at, updated_at)
     select gen_random_uuid(), workspace_id, owner_user_id, visibility, 'Contact ' || lpad(n::text, 4, '0'), company, role, phones, emails, tags,
       notes, custom_values, '', 'contact ' || lpad(n::text, 4, '0'), size_bytes, version, created_at, updated_at
     from phone.contacts, generate_series(0, 1299) n`,
  )
  const { hostname, port } = new URL(phone.service.url)
  const socket = connect(Number(port), hostname)
  const head = [
    'GET /api/v1/contact-exports/vcard HTTP/1.1',
    `host: ${hostname}:${port}`,
    `${accessTokenHeader}: ${await phone.accounts.tokenFor(grace.id)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let received = ''
  socket.setEncoding('utf8').on('data', (data) => {
    received += data
  })
  await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0)
  socket.pause()

  grace.teamIds.splice(0)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: bakery, user_id: grace.id },
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed

  expect(received.slice(0, 12)).toBe('HTTP/1.1 200')
  expect(received.includes('FN:Contact 1299\r\n')).toBe(false)
})

test('ZR738: a request for the headers of an export does not count as one', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const headers = { [accessTokenHeader]: await phone.accounts.tokenFor(user.id) }
  const url = `${phone.service.url}/api/v1/contact-exports/csv`

  // The user runs one export at a time.
  const responses = await Promise.all(
    Array.from({ length: 3 }, () => fetch(url, { method: 'HEAD', headers })),
  )

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(responses[0]?.headers.get('content-type')).toBe('text/csv; charset=utf-8')
})
