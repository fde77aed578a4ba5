import { expect, test } from 'vitest'
import { configureProject, signUp, startAccountService, uniqueEmail } from '../../testing.ts'
import {
  configureEmailServer,
  createTestProject,
  signUpInProject,
  startSmtpServer,
  waitUntil,
} from './testing.ts'

const callback_url = 'http://localhost/handler'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A project that uses the installation's e-mail server. */
async function start(rateLimitFactor = 1) {
  const at = await startAccountService({ rateLimitFactor, options: { outboundNetworks: ['127.0.0.0/8'] } })
  const project = await createTestProject(at)
  const config = { magic_link_enabled: true, email_config: { type: 'shared' } }
  await at.patch('/internal/projects/current', { config }, project.admin)
  const asKey = (path: string, body: object) => at.post(path, body, project.admin)
  const requestCode = async (headers = project.admin) =>
    (await at.post('/auth/password/send-reset-code', { email: uniqueEmail('guest'), callback_url }, headers))
      .status
  /** Lets the keys of the project request codes for many addresses. Returns how many were accepted. */
  const requestCodes = async (count: number) =>
    (await Promise.all(numbers(count).map(() => requestCode()))).filter((status) => status === 200).length
  return { at, project, asKey, requestCode, requestCodes, [Symbol.asyncDispose]: at[Symbol.asyncDispose] }
}

/** Guarantee (ZR494): the owner of a project cannot use the installation's server as a relay. */
test('ZR494: keys and users of a project send 100 invitations a day together, also to different teams', async () => {
  await using set = await start()
  const ada = await signUpInProject(set.at, set.project, uniqueEmail('ada'))
  const createTeam = async () =>
    (await set.asKey('/teams', { display_name: 'Engines', creator_user_id: ada.userId })).body.id
  const invite = async (team_id: string, headers = set.project.admin) => {
    const invitation = { team_id, email: uniqueEmail('guest'), callback_url }
    return (await set.at.post('/team-invitations/send-code', invitation, headers)).status
  }
  const [first, second] = [await createTeam(), await createTeam()]
  const statuses = await Promise.all(numbers(104).map((index) => invite(index % 2 ? first : second)))
  const signIn = await set.asKey('/internal/send-sign-in-invitation', {
    email: uniqueEmail('guest'),
    callback_url,
  })

  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  expect(await invite(first, ada.headers)).toBe(429)
  expect([signIn.status, Number(signIn.headers.get('retry-after')) > 0]).toEqual([429, true])
})

/** Guarantee: one user of a project does not prevent the invitations of the others. */
test('ZR561: a user sends 20 invitations a day through the server of the installation', async () => {
  await using set = await start()
  const ada = await signUpInProject(set.at, set.project, uniqueEmail('ada'))
  const { body: team } = await set.asKey('/teams', { display_name: 'Engines', creator_user_id: ada.userId })
  const invite = async (headers = set.project.admin) => {
    const invitation = { team_id: team.id, email: uniqueEmail('guest'), callback_url }
    return (await set.at.post('/team-invitations/send-code', invitation, headers)).status
  }

  const statuses = await Promise.all(numbers(23).map(() => invite(ada.headers)))

  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect(await invite()).toBe(200)
})

test('ZR494: the keys of a project cause 100 codes a day of all kinds together; people still get theirs', async () => {
  await using set = await start()
  const user = await set.asKey('/users', { primary_email: uniqueEmail('ada') })
  const channels = await set.at.get(`/contact-channels?user_id=${user.body.id}`, set.project.admin)
  const channel = `/contact-channels/${user.body.id}/${channels.body.items[0].id}`
  const accepted = await set.requestCodes(102)
  const password = 'correct horse battery'
  const refused = [
    await set.asKey('/auth/otp/send-sign-in-code', { email: uniqueEmail('guest'), callback_url }),
    await set.asKey(`${channel}/send-verification-code`, { callback_url }),
    await set.asKey('/auth/password/sign-up', {
      email: uniqueEmail('guest'),
      password,
      verification_callback_url: callback_url,
    }),
  ]
  const withoutEmail = await set.asKey('/auth/password/sign-up', { email: uniqueEmail('guest'), password })

  expect(accepted).toBe(100)
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(withoutEmail.status).toBe(200)
  expect(await set.requestCode(set.project.client)).toBe(200)
})

test('ZR494: a project with its own server has no limit, and of its waiting e-mails 100 a day move to that of the installation', async () => {
  // With a limit of 20.
  await using set = await start(0.2)
  await using smtp = await startSmtpServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Busy'), { responseCode: 451 })),
  })
  await configureEmailServer(set.at, set.project, smtp.config)
  const codes = await set.requestCodes(22)
  const invitations = await Promise.all(
    numbers(23).map(() =>
      set.asKey('/internal/send-sign-in-invitation', { email: uniqueEmail('guest'), callback_url }),
    ),
  )
  await set.at.patch(
    '/internal/projects/current',
    { config: { email_config: { type: 'shared' } } },
    set.project.admin,
  )
  const { pool } = set.at.server
  const { rows } = await waitUntil(async () => {
    await pool.query(
      `update jobs.job set start_after = now() where name like 'deliver-email%' and state = 'retry'`,
    )
    const found = await pool.query(
      `select (count(*) filter (where error is null))::int as sent,
         (count(*) filter (where error like 'Not sent: the project has reached the daily limit%'))::int as unsent
       from accounts.sent_emails where project_id = $1`,
      [set.project.id],
    )
    return found.rows[0].sent + found.rows[0].unsent === 23 && found
  })

  expect(codes).toBe(22)
  expect(invitations.filter(({ status }) => status === 200)).toHaveLength(23)
  expect(rows).toEqual([{ sent: 20, unsent: 3 }])
})

/** Guarantee: an outsider does not fill the mailbox of another person with accounts that are soon deleted. */
test('ZR550: a stranger who signs up with an address again and again causes three e-mails in ten minutes, and prevents no sign-up', async () => {
  await using at = await startAccountService({ rateLimitFactor: 1 })
  await configureProject(at, { settings: { anonymous_sign_up_enabled: true } })
  const email = uniqueEmail('ada')
  const signUpAndDelete = async () => {
    const { headers } = await signUp(at, email)
    return (await at.delete('/users/me', headers)).status
  }
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push(await signUpAndDelete())
  const anonymous = await at.call('POST', '/auth/anonymous/sign-up')
  const upgrade = await at.post(
    '/auth/anonymous/upgrade',
    {
      email,
      password: 'correct horse battery',
      verification_callback_url: 'https://phone.example.com/handler/email-verification',
    },
    { 'x-stack-access-token': anonymous.body.access_token },
  )
  const marker = uniqueEmail('grace')
  await signUp(at, marker)
  await at.waitForEmail(marker)
  const verifications = at.mailbox.filter(({ to, text }) => to === email && text.includes('code='))

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  expect(upgrade.status).toBe(200)
  expect(verifications).toHaveLength(3)
})

/** Guarantee: the owner of a project, who may mark any address as verified, sends few notices to it. */
test('ZR646: a verified address gets 20 security notices of a day through the server of the installation', async () => {
  await using set = await start()
  const { at, asKey } = set
  const [victim, last] = [uniqueEmail('victim'), uniqueEmail('last')]
  const create = async (primary_email: string) =>
    (await asKey('/users', { primary_email, primary_email_verified: true, password: 'a long password' })).body.id
  const changePassword = async (userId: string, count: number) =>
    await at.patch(`/users/${userId}`, { password: `a longer password ${count}` }, set.project.admin)
  const userId = await create(victim)

  for (const count of numbers(23)) expect((await changePassword(userId, count)).status).toBe(200)
  await changePassword(await create(last), 1)
  await at.waitForEmail(last)

  expect(at.mailbox.filter(({ to }) => to === victim)).toHaveLength(20)
})
