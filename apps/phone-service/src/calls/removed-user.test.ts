import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: a user who is removed from the workspace neither hears a running call nor is heard in it. */
test('SR4, CM1: the media of a removed user ends, and the others hear each other on', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace, linus] = [
    phone.accounts.addUser('Ada', [team], [team]),
    phone.accounts.addUser('Grace', [team]),
    phone.accounts.addUser('Linus', [team]),
  ]
  const getPersonalNumber = async (person: typeof ada) =>
    (await phone.as(person).get('/me')).body.numbers[0].number
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await using atLinus = await openBrowser(phone, linus)
  atAda.say(500)
  atGrace.say(700)
  atLinus.say(1100)
  const { id } = await atAda.call(await getPersonalNumber(grace))
  await atGrace.answer((await atGrace.next('call.incoming')).call.id)
  await phone.as(ada).post(`/calls/${id}/participants`, { to: await getPersonalNumber(linus) })
  const callOfLinus = (await atLinus.next('call.incoming')).call.id
  await atLinus.answer(callOfLinus)
  await Promise.all([atAda.waitForTone(1100, [500]), atGrace.waitForTone(1100, [700])])
  await Promise.all([atLinus.waitForTone(500, [1100]), atLinus.waitForTone(700, [1100])])

  linus.teamIds.splice(0)
  const data = { team_id: team, user_id: linus.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)

  await atLinus.receivesSilence()
  await Promise.all([atAda.waitForTone(700, [500, 1100]), atGrace.waitForTone(500, [700, 1100])])
  expect((await phone.as(ada).get(`/calls/${id}`)).body.phase).toBe('talking')
  expect((await phone.as(ada).get(`/calls/${callOfLinus}`)).body.phase).toBe('ended')
})
