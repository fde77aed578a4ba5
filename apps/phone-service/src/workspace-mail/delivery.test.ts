import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { smtpPassword, startSmtpServer } from '../testing/smtp-server.ts'
import { startBakery } from '../testing/start-bakery.ts'

const minuteMs = 60_000
/** After so long, an e-mail about missed calls is composed. */
const collectingMs = 4 * minuteMs

/** Starts a workspace with a mail server, whose clock the test sets ahead. */
async function startMailingBakery() {
  const stack = new AsyncDisposableStack()
  const clock = { aheadMs: 0 }
  const smtp = stack.use(await startSmtpServer())
  const now = () => new Date(Date.now() + clock.aheadMs)
  const bakery = stack.use(await startBakery({ now, outboundNetworks: loopbackNetworks }))
  const { phone, ada, grace, trunk, browsers } = bakery
  const as = () => phone.as(ada)
  const seen = new Set<string>()

  const saveServer = (changes: object = {}) =>
    as().put('/mail-server', {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      username: null,
      senderName: 'Bakery',
      senderAddress: 'calls@example.com',
      replyTo: null,
      ...changes,
    })
  const listMails = async () => (await as().get('/mails')).body.items
  await saveServer()
  await phone.as(grace).patch('/me/settings', { missedCallMails: 'all' })
  return {
    phone,
    ada,
    grace,
    smtp,
    clock,
    saveServer,
    listMails,
    /** Lets Grace miss a call, and waits until the e-mail about it is stored. */
    async missCall() {
      const before = (await listMails()).length
      const call = await trunk.callIn('+15550142')
      const { call: ringing } = await browsers.grace.next(
        'call.incoming',
        ({ call: { id } }) => !seen.has(id),
      )
      seen.add(ringing.id)
      await call.hangUp()
      await browsers.grace.next('call.ended', ({ call: { id } }) => id === ringing.id)
      await waitUntil('the missed call is stored', async () => {
        const { rowCount } = await phone.database.pool.query(
          'select from phone.missed_call_mails where call_id = $1 and sent_at is null',
          [ringing.id],
        )
        return rowCount === 1
      })
      clock.aheadMs += collectingMs
      await waitUntil('the e-mail is stored', async () => (await listMails()).length > before, 20_000)
    },
    waitForState: (state: string) =>
      waitUntil(
        `the e-mail is ${state}`,
        async () => {
          const [mail] = await listMails()
          return mail?.state === state ? mail : null
        },
        20_000,
      ),
    waitForAttempts: (attempts: number) =>
      waitUntil(
        `${attempts} attempts`,
        async () => {
          const [mail] = await listMails()
          return mail?.attempts === attempts && mail.problem !== null ? mail : null
        },
        20_000,
      ),
    countStored: async () => (await phone.database.pool.query('select from phone.workspace_mails')).rowCount,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (ZR805): e-mails about calls of a workspace go through its own server, and are stored encrypted until then. */
test('ZR805: an e-mail about missed calls is sent through the server of the workspace, and its text is deleted then', async () => {
  await using bakery = await startMailingBakery()
  const { phone, smtp } = bakery
  smtp.rejectRecipients(451)
  await bakery.missCall()
  const waiting = await bakery.waitForAttempts(1)
  const { rows: stored } = await phone.database.pool.query('select * from phone.workspace_mails')
  expect(JSON.stringify(stored)).not.toContain('Call back')

  smtp.rejectRecipients(null)
  bakery.clock.aheadMs += 2 * minuteMs
  const accepted = await bakery.waitForState('accepted')

  expect(waiting).toMatchObject({ state: 'waiting', problem: 'recipient-refused', reply: '451 Not now' })
  expect(accepted).toMatchObject({
    kind: 'missed-calls',
    to: 'grace@example.com',
    problem: null,
    attempts: 2,
  })
  expect(accepted.reply).toContain('4711')
  expect(smtp.received).toMatchObject([{ from: 'calls@example.com', to: ['grace@example.com'] }])
  expect(smtp.received[0]?.raw).toContain('Call back')
  expect(phone.accounts.mails).toEqual([])
  const { rows } = await phone.database.pool.query('select content_encrypted from phone.workspace_mails')
  expect(rows).toEqual([{ content_encrypted: null }])
})

/** Guarantee (ZR806): no e-mail is lost while the mail server is wrong or away. */
test('ZR806: e-mails wait for a working server, and are sent when an administrator corrects it', async () => {
  await using bakery = await startMailingBakery()
  const { phone, ada, smtp } = bakery
  await bakery.saveServer({ port: 1 })
  await bakery.missCall()
  const failed = await bakery.waitForAttempts(1)

  const { waiting } = (await phone.as(ada).get('/mail-server')).body
  await bakery.saveServer()
  await bakery.waitForState('accepted')

  expect(failed).toMatchObject({ state: 'waiting', problem: 'unreachable', retriesAt: expect.any(Number) })
  expect(waiting).toBe(1)
  expect(smtp.received).toHaveLength(1)
})

test('ZR806: an e-mail that the server rejects permanently has failed, and an administrator sends it again', async () => {
  await using bakery = await startMailingBakery()
  const { phone, ada, smtp } = bakery
  smtp.rejectRecipients(550)
  await bakery.missCall()
  const failed = await bakery.waitForState('failed')
  const resend = () => phone.as(ada).post(`/mails/${failed.id}/resend`)

  smtp.rejectRecipients(null)
  const resent = await resend()
  const accepted = await bakery.waitForState('accepted')

  expect(failed).toMatchObject({ problem: 'recipient-refused', reply: '550 Not now', retriesAt: null })
  expect([resent.status, resent.body.state]).toEqual([200, 'waiting'])
  expect(accepted.id).toBe(failed.id)
  expect((await resend()).body.code).toBe('MAIL_NOT_FAILED')
  expect(smtp.received).toHaveLength(1)
})

test('ZR806: e-mails fail when the server of the workspace is deleted, and are sent again through the next one', async () => {
  await using bakery = await startMailingBakery()
  const { phone, ada } = bakery
  await bakery.saveServer({ port: 1 })
  await bakery.missCall()
  await bakery.waitForAttempts(1)

  await phone.as(ada).delete('/mail-server')
  const failed = await bakery.waitForState('failed')
  expect(failed.problem).toBe('not-configured')
  const resend = () => phone.as(ada).post(`/mails/${failed.id}/resend`)
  expect((await resend()).body.code).toBe('MAIL_SERVER_NOT_FOUND')

  await bakery.saveServer()
  expect((await resend()).status).toBe(200)
  await bakery.waitForState('accepted')
})

/** Guarantee (ZR807): a user who has left the workspace gets no further e-mails of it. */
test('ZR807: e-mails that wait for a removed member, and all to a deleted user, are deleted', async () => {
  await using bakery = await startMailingBakery()
  const { phone, ada, grace, smtp } = bakery
  await bakery.saveServer({ port: 1 })
  await bakery.missCall()
  await bakery.waitForAttempts(1)
  const [workspaceId = ''] = ada.teamIds

  grace.teamIds.length = 0
  const data = { user_id: grace.id, team_id: workspaceId }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })
  await waitUntil('the e-mail is deleted', async () => (await bakery.countStored()) === 0)
  await bakery.saveServer()

  expect(smtp.received).toEqual([])
})

/** Guarantee (ZR808): the e-mails of a workspace are read and resent by its administrators only. */
test('ZR808: another workspace neither lists nor resends an e-mail, and its failure does not delay others', async () => {
  await using bakery = await startMailingBakery()
  const { phone, smtp } = bakery
  smtp.rejectRecipients(550)
  await bakery.missCall()
  const failed = await bakery.waitForState('failed')
  const mallory = phone.signUp('Mallory')
  await phone.as(mallory).put('/mail-server', {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    username: null,
    senderName: 'Mallory',
    senderAddress: 'mallory@example.com',
    replyTo: null,
  })

  expect((await phone.as(mallory).get('/mails')).body).toEqual({ items: [], nextCursor: null })
  expect((await phone.as(mallory).post(`/mails/${failed.id}/resend`)).body.code).toBe('MAIL_NOT_FOUND')
})

test('credentials that the server rejects let e-mails wait', async () => {
  await using bakery = await startMailingBakery()
  const { smtp } = bakery
  await bakery.saveServer({ security: 'starttls', username: 'ada', password: smtpPassword })
  await bakery.missCall()

  expect(await bakery.waitForAttempts(1)).toMatchObject({ state: 'waiting', problem: 'tls' })
  expect(smtp.passwords).toEqual([])
})
