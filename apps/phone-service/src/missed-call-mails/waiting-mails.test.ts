import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: what happens to a member while an e-mail waits for the mail server counts as if it had happened before. */
test('ZR876: a waiting e-mail about missed calls is sent to no former address and no former member', async () => {
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  await using phone = await startPhone({ now, outboundNetworks: loopbackNetworks })
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const zoe = phone.accounts.addUser('Zoe', [...ada.teamIds])
  await using smtp = await startSmtpServer()
  await phone.as(ada).put('/mail-server', {
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: null,
    senderName: 'Bakery',
    senderAddress: 'calls@example.com',
    replyTo: null,
  })
  for (const user of [ada, grace, zoe]) await phone.as(user).patch('/me/settings', { missedCallMails: 'all' })
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const call = await trunk.callIn('+15550142')
  await atAda.next('call.incoming')
  await call.hangUp()
  await atAda.next('call.ended')
  clock.aheadMs = 4 * 60_000
  const { pool } = phone.database
  const listMails = async () => (await pool.query('select * from phone.workspace_mails')).rows
  const hasFailed = ({ problem }: { problem: string | null }) => problem !== null
  // After the failure of one, all of the workspace wait.
  await waitUntil('the e-mails wait for the server', async () => {
    const mails = await listMails()
    return mails.length === 3 && mails.some(hasFailed)
  })

  Object.assign(grace, { displayName: 'Hopper' })
  zoe.teamIds.splice(0)
  await pool.query('update phone.mail_servers set port = $1', [smtp.port])
  clock.aheadMs += 2 * 60_000
  const isEnded = ({ state }: { state: string }) => state !== 'waiting'
  await waitUntil('no e-mail waits', async () => (await listMails()).every(isEnded), 60_000)

  expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.com']])
  const withdrawn = (await listMails()).filter(({ state }) => state === 'failed')
  expect(withdrawn).toMatchObject([
    { problem: 'recipient-not-allowed', content_encrypted: null },
    { problem: 'recipient-not-allowed', content_encrypted: null },
  ])
})
