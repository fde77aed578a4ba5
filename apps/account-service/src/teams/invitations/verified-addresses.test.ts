import { expect, test } from 'vitest'
import {
  codeFromEmail,
  getErrorCode,
  type Headers,
  setUpAccountService,
  signUp,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService({ settings: { verification_needs_session: false } })
const page = (name: string) => ({ callback_url: `https://phone.example.com/handler/${name}` })

const verifiedByServer = async (name: string) => {
  const person = await signUp(service(), uniqueEmail(name))
  await service().patch(`/users/${person.userId}`, { primary_email_verified: true }, service().serverHeaders)
  return person
}

const verify = (code: string, headers: Headers = {}) =>
  service().post('/contact-channels/verify', { code }, headers)

/** Adds an address to the account of a user and returns the verification code, which its owner receives. */
async function addAddress(value: string, headers: Headers): Promise<string> {
  const body = { user_id: 'me', type: 'email', value, used_for_auth: false }
  const { id } = (await service().post('/contact-channels', body, headers)).body
  await service().post(
    `/contact-channels/me/${id}/send-verification-code`,
    page('email-verification'),
    headers,
  )
  return codeFromEmail(await service().waitForEmail(value))
}

/** Invites an address to a new team and returns the id of the invitation. */
async function invite(email: string): Promise<string> {
  const ada = await verifiedByServer('ada')
  const team = { display_name: 'Engines', creator_user_id: 'me' }
  const { id: team_id } = (await service().post('/teams', team, ada.headers)).body
  const sent = await service().post(
    '/team-invitations/send-code',
    { team_id, email, ...page('team-invitation') },
    ada.headers,
  )
  return sent.body.id
}

const listIds = async (headers: Headers): Promise<string[]> => {
  const { body } = await service().get('/team-invitations?user_id=me', headers)
  return body.items.map(({ id }: { id: string }) => id)
}
const accept = (id: string, headers: Headers) =>
  service().post(`/team-invitations/${id}/accept?user_id=me`, undefined, headers)

/**
 * Guarantee (UA8): a click on a verification link gives a stranger no invitations of the person who clicked.
 */
test.each(['without a session', 'with their own session'])(
  'UA8: an address whose owner opens the link %s gives no invitations to the user who added it',
  async (how) => {
    const mallory = await verifiedByServer('mallory')
    const grace = await verifiedByServer('grace')
    const invited = uniqueEmail('invited')
    const code = await addAddress(invited, mallory.headers)
    const verified = await verify(code, how === 'without a session' ? {} : grace.headers)
    const id = await invite(invited)

    const listed = await listIds(mallory.headers)
    const accepted = await accept(id, mallory.headers)

    expect([verified.status, listed]).toEqual([200, []])
    expect([accepted.status, getErrorCode(accepted)]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
  },
)

test('UA8: an address that its user verifies while signed in gives its invitations', async () => {
  const grace = await verifiedByServer('grace')
  const other = uniqueEmail('other')
  await verify(await addAddress(other, grace.headers), grace.headers)
  const id = await invite(other)

  expect(await listIds(grace.headers)).toEqual([id])
  expect((await accept(id, grace.headers)).status).toBe(200)
})

test('UA8: an address of a sign-up that was verified without a session gives its invitations after a sign-in by code', async () => {
  const grace = await signUp(service(), uniqueEmail('grace'))
  await verify(codeFromEmail(await service().waitForEmail(grace.email)))
  const id = await invite(grace.email)
  await service().waitForEmail(grace.email, 2)
  const before = await listIds(grace.headers)
  const request = { email: grace.email, ...page('magic-link-callback') }
  const { body } = await service().post('/auth/otp/send-sign-in-code', request)
  const code = codeFromEmail(await service().waitForEmail(grace.email, 3), body.nonce)
  const signedIn = await service().post('/auth/otp/sign-in', { code })

  expect([before, signedIn.status]).toEqual([[], 200])
  expect(await listIds(grace.headers)).toEqual([id])
})

/**
 * Guarantee (ZR6): a stranger who signs up with the address of a person does not make them a member of a team,
 * where they would work after they have claimed the account.
 */
test('ZR6: an account whose sign-in address is not verified joins no team with another address', async () => {
  const mallory = await signUp(service(), uniqueEmail('victim'))
  const other = uniqueEmail('other')
  await verify(await addAddress(other, mallory.headers), mallory.headers)
  const id = await invite(other)
  const code = codeFromEmail(await service().waitForEmail(other, 2))

  const byId = await accept(id, mallory.headers)
  const byCode = await service().post('/team-invitations/accept', { code }, mallory.headers)

  expect([byId.status, getErrorCode(byId)]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
  expect([byCode.status, getErrorCode(byCode)]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
})
