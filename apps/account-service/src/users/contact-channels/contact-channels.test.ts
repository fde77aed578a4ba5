import { expect, test } from 'vitest'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  sdkProjectSettings,
  setUpAccountService,
  signUp,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService({ settings: sdkProjectSettings })
const callback = 'https://phone.example.com/handler/email-verification'
const fetchFirstChannel = async (headers: Record<string, string>) =>
  (await service().get('/contact-channels?user_id=me', headers)).body.items[0]

test('the e-mail from sign-up is listed and can be read individually', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const channel = await fetchFirstChannel(ada.headers)

  expect(channel).toEqual({
    id: expect.any(String),
    user_id: ada.userId,
    type: 'email',
    value: ada.email,
    is_primary: true,
    is_verified: false,
    used_for_auth: true,
  })
  expect((await service().get(`/contact-channels/me/${channel.id}`, ada.headers)).body).toEqual(channel)
  expect((await service().get(`/contact-channels/me/${crypto.randomUUID()}`, ada.headers)).status).toBe(404)
})

/** Guarantee: no user can read or trigger e-mails to channels of another user. */
test("another user's contact channels are inaccessible", async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const { id } = await fetchFirstChannel(ada.headers)
  const send = `/contact-channels/${ada.userId}/${id}/send-verification-code`

  expect((await service().get(`/contact-channels?user_id=${ada.userId}`, grace.headers)).status).toBe(403)
  expect((await service().get('/contact-channels', grace.headers)).status).toBe(403)
  expect((await service().get(`/contact-channels/${ada.userId}/${id}`, grace.headers)).status).toBe(403)
  expect((await service().get(`/contact-channels/me/${id}`, grace.headers)).status).toBe(404)
  expect((await service().post(send, { callback_url: callback }, grace.headers)).status).toBe(403)
  expect(getErrorCode(await service().get('/contact-channels?user_id=me'))).toBe(
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
  )
})

test('a server can read contact channels of any user of its project', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { id } = await fetchFirstChannel(ada.headers)
  const list = (query: string) => service().get(`/contact-channels?${query}`, service().serverHeaders)

  expect((await list(`user_id=${ada.userId}`)).body.items).toHaveLength(1)
  expect((await list(`contact_channel_id=${id}`)).body.items[0].value).toBe(ada.email)
  const unknown = await service().post(
    `/contact-channels/${crypto.randomUUID()}/${id}/send-verification-code`,
    { callback_url: callback },
    service().serverHeaders,
  )
  expect(getErrorCode(unknown)).toBe('USER_ID_DOES_NOT_EXIST')
})

test('a requested e-mail verifies the channel, and afterwards none is sent', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { id } = await fetchFirstChannel(ada.headers)
  await service().waitForEmail(ada.email)
  const send = (url: string) =>
    service().post(`/contact-channels/me/${id}/send-verification-code`, { callback_url: url }, ada.headers)

  expect(getErrorCode(await send('https://evil.example.com'))).toBe('REDIRECT_URL_NOT_WHITELISTED')
  expect((await send(callback)).body).toEqual({ success: true })
  const code = codeFromEmail(await service().waitForEmail(ada.email, 2))
  expect((await service().post('/contact-channels/verify/check-code', { code })).body).toEqual({
    is_code_valid: true,
  })
  expect((await service().post('/contact-channels/verify', { code })).body).toEqual({ success: true })

  expect((await fetchFirstChannel(ada.headers)).is_verified).toBe(true)
  expect(getErrorCode(await send(callback))).toBe('EMAIL_ALREADY_VERIFIED')
})

test('the older endpoint sends to the primary e-mail only', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const send = (email: string) =>
    service().post('/contact-channels/send-verification-code', { email, callback_url: callback }, ada.headers)

  const other = await send('other@example.com')

  expect([getErrorCode(other), other.body.details]).toEqual([
    'EMAIL_IS_NOT_PRIMARY_EMAIL',
    { email: 'other@example.com', primary_email: ada.email },
  ])
  expect((await send(ada.email.toUpperCase())).body).toEqual({ success: true })
  expect(codeFromEmail(await service().waitForEmail(ada.email, 2))).toHaveLength(45)
})

test('a code for a removed channel is rejected with a specific error', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const code = codeFromEmail(await service().waitForEmail(ada.email))
  const { id } = await fetchFirstChannel(ada.headers)
  await service().delete(`/contact-channels/me/${id}`, { ...ada.headers, ...service().serverHeaders })

  const response = await service().post('/contact-channels/verify', { code })

  expect([response.status, getErrorCode(response)]).toEqual([400, null])
})

test('a channel is added, made primary, updated and removed', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const value = uniqueEmail('ada-at-work')
  const first = await fetchFirstChannel(ada.headers)
  const body = { user_id: 'me', type: 'email', value: value.toUpperCase(), used_for_auth: false }

  const added = await service().post('/contact-channels', body, ada.headers)
  const path = `/contact-channels/me/${added.body.id}`
  const primary = await service().patch(path, { is_primary: true, used_for_auth: true }, ada.headers)
  const signedIn = await service().post('/auth/password/sign-in', { email: value, password: ada.password })
  const me = await service().get('/users/me', ada.headers)
  const wasFirst = await service().get(`/contact-channels/me/${first.id}`, ada.headers)

  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ user_id: ada.userId, value, is_primary: false, is_verified: false })
  expect(primary.body).toMatchObject({ is_primary: true, used_for_auth: true })
  expect(signedIn.body.user_id).toBe(ada.userId)
  expect(me.body.primary_email).toBe(value)
  expect(wasFirst.body.is_primary).toBe(false)

  expect((await service().delete(path, ada.headers)).body).toEqual({ success: true })
  expect((await service().delete(path, ada.headers)).status).toBe(404)
  expect((await service().get('/users/me', ada.headers)).body.primary_email).toBeNull()
})

/** Guarantee: changing the value of a verified channel makes it unverified. */
test('a changed e-mail must be verified again', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { id } = await fetchFirstChannel(ada.headers)
  const old = codeFromEmail(await service().waitForEmail(ada.email))
  const change = (body: object, headers = {}) =>
    service().patch(`/contact-channels/${ada.userId}/${id}`, body, { ...ada.headers, ...headers })
  await change({ is_verified: true }, service().serverHeaders)

  expect((await change({ value: ada.email })).body.is_verified).toBe(true)
  expect((await change({ value: uniqueEmail('ada') })).body.is_verified).toBe(false)
  expect(
    (await change({ value: uniqueEmail('ada'), is_verified: true }, service().serverHeaders)).body
      .is_verified,
  ).toBe(true)
  expect((await change({})).status).toBe(200)
  expect(getErrorCode(await change({ is_verified: true }))).toBe('SCHEMA_ERROR')
  expect((await service().post('/contact-channels/verify', { code: old })).status).toBe(400)
})

/** Guarantee: an e-mail signs in at most one user of a project, also under concurrency. */
test('an e-mail that another user signs in with is rejected', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const add = (value: string, used_for_auth: boolean, headers: Record<string, string>) =>
    service().post('/contact-channels', { user_id: 'me', type: 'email', value, used_for_auth }, headers)

  const taken = await add(ada.email, true, grace.headers)
  expect([taken.status, taken.body.details]).toEqual([
    409,
    { type: 'email', contact_channel_value: ada.email, would_work_if_email_was_verified: false },
  ])
  const unused = await add(ada.email, false, grace.headers)
  expect(unused.status).toBe(201)
  const changed = await service().patch(
    `/contact-channels/me/${unused.body.id}`,
    { used_for_auth: true },
    grace.headers,
  )
  expect(changed.body.details.contact_channel_value).toBeNull()
  expect((await add(ada.email, false, grace.headers)).status).toBe(400)

  const value = uniqueEmail('shared')
  const both = await Promise.all([add(value, true, ada.headers), add(value, true, grace.headers)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

/** Guarantee: a user has one primary e-mail, also after concurrent updates. */
test('concurrent additions, updates and deletions leave one primary e-mail', async () => {
  await configureProject(service(), { settings: { max_contact_channels_per_user: null } })
  const ada = await signUp(service(), uniqueEmail('ada'))
  const add = (is_primary: boolean) =>
    service().post(
      '/contact-channels',
      { user_id: 'me', type: 'email', value: uniqueEmail('ada'), used_for_auth: false, is_primary },
      ada.headers,
    )
  const first = await Promise.all(Array.from({ length: 10 }, () => add(false)))

  const responses = await Promise.all([
    ...Array.from({ length: 20 }, () => add(true)),
    ...first.map(({ body }) =>
      service().patch(`/contact-channels/me/${body.id}`, { is_primary: true }, ada.headers),
    ),
    ...first.map(({ body }) =>
      service().patch(`/contact-channels/me/${body.id}`, { value: uniqueEmail('ada') }, ada.headers),
    ),
    ...first.slice(5).map(({ body }) => service().delete(`/contact-channels/me/${body.id}`, ada.headers)),
  ])

  expect(responses.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
  const { body } = await service().get('/contact-channels?user_id=me', ada.headers)
  expect(body.items.filter(({ is_primary }: { is_primary: boolean }) => is_primary).length).toBeLessThan(2)
  expect(body.items).toHaveLength(1 + 20 + 5)
})

test('clients cannot add, update or remove contact channels of another user', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const { id } = await fetchFirstChannel(ada.headers)
  const path = `/contact-channels/${ada.userId}/${id}`
  const body = { user_id: ada.userId, type: 'email', value: uniqueEmail('grace'), used_for_auth: true }

  expect((await service().post('/contact-channels', body, grace.headers)).status).toBe(403)
  expect((await service().patch(path, { used_for_auth: false }, grace.headers)).status).toBe(403)
  expect((await service().delete(path, grace.headers)).status).toBe(403)
  expect((await service().delete(`/contact-channels/me/${id}`, grace.headers)).status).toBe(404)
  const unknownUser = { ...body, user_id: crypto.randomUUID() }
  expect(getErrorCode(await service().post('/contact-channels', unknownUser, service().serverHeaders))).toBe(
    'USER_NOT_FOUND',
  )
})
