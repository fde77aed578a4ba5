import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

/** Guarantee: a colleague is reached whichever workspace is open in the browser. */
test('a call rings in a tab that shows another workspace of the user, who declines it there', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const bakery = required(ada.teamIds[0], 'the workspace of Ada')
  const florist = phone.accounts.addTeam('Florist')
  const grace = phone.accounts.addUser('Grace', [florist, bakery])
  const number = (await phone.as(grace, bakery).get('/me')).body.numbers[0].number
  const first = await connectLive(phone, grace, randomUUID())
  await using atAda = await openBrowser(phone, ada)

  await atAda.call(number)

  const { call, workspaceId } = await first.next('call.incoming')
  expect(workspaceId).toBe(bakery)
  const later = await connectLive(phone, grace, randomUUID())
  expect((await later.next('call.incoming')).call.id).toBe(call.id)
  expect((await phone.as(grace).post(`/calls/${call.id}/decline`)).status).toBe(404)
  expect((await phone.as(grace, bakery).post(`/calls/${call.id}/decline`)).status).toBe(200)
  expect((await first.next('call.stopped-ringing')).callId).toBe(call.id)
  expect((await later.next('call.stopped-ringing')).callId).toBe(call.id)
  first.close()
  later.close()
})

/** Guarantee: a browser that stays open follows its user into new workspaces. */
test('a tab receives the calls of a workspace that its user joins while the tab is open', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const bakery = required(ada.teamIds[0], 'the workspace of Ada')
  const grace = phone.accounts.addUser('Grace', [phone.accounts.addTeam('Florist')])
  const connection = await connectLive(phone, grace, randomUUID())
  await using atAda = await openBrowser(phone, ada)

  grace.teamIds.push(bakery)
  const data = { team_id: bakery, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.created', data })).toBe(204)
  await connection.next('me.changed')
  connection.send({ type: 'ping', nonce: 1 })
  await connection.next('pong')
  await atAda.call((await phone.as(grace, bakery).get('/me')).body.numbers[0].number)

  expect((await connection.next('call.incoming')).workspaceId).toBe(bakery)
  connection.close()
})
