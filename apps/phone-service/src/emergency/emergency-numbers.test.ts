import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Starts a phone with an emergency route in a workspace with a home country. */
async function startIn(homeCountry: string, numbers: readonly string[] = ['+12125552368']) {
  const started = await startPhoneWithTrunk({}, { numbers })
  const { api, route } = started
  const { body: limits } = await api.get('/limits')
  const changed = await api.put('/limits', { ...limits, homeCountry, allowedCountries: [homeCountry] })
  expect(changed.status).toBe(200)
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  return {
    ...started,
    check: async (typed: string) => {
      const { number, isEmergency, refusal } = (await api.post('/numbers/check', { typed })).body
      return isEmergency ? number : refusal?.code
    },
  }
}

/** Guarantee (ZR706): no limit is avoided by a short code that is an emergency number elsewhere. */
test.each([
  ['GB', '123', 'EMERGENCY_NUMBER'],
  ['GB', '999', '999'],
  ['GB', '112', '112'],
  ['GB', '911', '911'],
  ['AT', '122', '122'],
  ['AT', '999', 'EMERGENCY_NUMBER'],
  // The trunk has a number of the United States.
  ['GB', '988', '988'],
])('ZR706: in %s, %s: %s', async (homeCountry, typed, result) => {
  await using phone = await startIn(homeCountry)

  expect(await phone.check(typed)).toBe(result)
  const { status, body } = await phone.api.post('/calls', { to: typed, handsetId: randomUUID() })
  expect(status === 201 ? body.call.number : body.code).toBe(result)
})

/** Guarantee: national emergency numbers of any length can be called, with the rules of emergency calls. */
test.each([
  ['FR', '+33123456789', '15'],
  ['FR', '+33123456789', '18'],
  ['PK', '+922134567890', '1122'],
])('ZR607: in %s, with the number %s, %s is an emergency call', async (homeCountry, own, typed) => {
  await using phone = await startIn(homeCountry, [own])

  expect(await phone.check(typed)).toBe(typed)
  expect(await phone.check(`0${typed}`)).toBe(typed)
  await using browser = await openBrowser(phone.phone, phone.ada)
  const { id } = await browser.call(typed)
  await (await phone.provider.nextCall()).answer()
  await browser.waitForCall(
    id,
    ({ phase, hasEmergencyService }) => phase === 'talking' && hasEmergencyService,
  )
  const recording = await phone.api.post(`/calls/${id}/recording/start`)
  expect([recording.status, recording.body.code]).toEqual([409, 'EMERGENCY_CALL_NOT_RECORDED'])
})

test.each(['15', '18', '1669', '1730'])('ZR607: elsewhere, %s is an extension', async (typed) => {
  await using phone = await startIn('US')
  const { api, provider } = phone
  const numbers = ['+12125550111']
  const trunk = { name: 'Other', host: '127.0.0.1', port: provider.port, numbers, allowsShortNumbers: true }
  expect((await api.post('/trunks', trunk)).status).toBe(201)

  const { status, body } = await api.post('/calls', {
    to: typed,
    from: '+12125550111',
    handsetId: randomUUID(),
  })

  expect([status, body.call.number, body.call.hasEmergencyService]).toEqual([201, typed, false])
})

/** Guarantee: emergency numbers that the numbering plans list as other numbers can be called. */
test.each([
  ['FR', '+33123456789', '196'],
  ['BR', '+551123456789', '199'],
])('ZR608: in %s, with the number %s, %s is an emergency number', async (homeCountry, own, typed) => {
  await using phone = await startIn(homeCountry, [own])

  expect(await phone.check(typed)).toBe(typed)
})

/** Guarantee (ZR707): only the test of the route calls its test number, which is no emergency number. */
test('ZR707: who dials the test number of providers avoids no limit, and only an administrator tests the route', async () => {
  await using phone = await startIn('US')
  const { api, provider, phone: service, ada } = phone
  const grace = service.as(service.accounts.addUser('Grace', [...ada.teamIds]))

  const dialled = await grace.post('/calls', { to: '933', handsetId: randomUUID() })
  expect([dialled.status, dialled.body.code]).toEqual([403, 'EMERGENCY_NUMBER'])
  expect((await api.post('/calls', { to: '933', handsetId: randomUUID() })).body.code).toBe(
    'EMERGENCY_NUMBER',
  )
  const test = await api.post('/calls', { to: '1', purpose: 'emergency-test', handsetId: randomUUID() })
  await (await provider.nextCall()).answer()
  expect(test.body.call).toMatchObject({ number: '933', hasEmergencyService: false })
})

/** Guarantee (ZR708): the home country of the workspace decides, not that of the installation. */
test.each([
  ['0049112', '112'],
  ['+49 110', '110'],
])('ZR708: in a German workspace of an installation in the United States, %s: %s', async (typed, result) => {
  await using phone = await startIn('DE', ['+493012345678'])

  expect(await phone.check(typed)).toBe(result)
})

/** Guarantee: the phone says that emergency numbers can be called exactly when they can. */
test('ZR713: while the operator denies trunks, emergency numbers are shown as not available', async () => {
  await using phone = await startIn('US')
  const { api, phone: service, ada } = phone
  expect((await api.get('/me')).body.emergencyAddress).not.toBeNull()
  const [team = ''] = ada.teamIds

  service.accounts.denyTrunks(team)
  expect(await sendAccountEvent(service, { type: 'team.updated', data: { id: team } })).toBe(204)

  expect(await phone.check('911')).toBe('EMERGENCY_NUMBER')
  expect((await api.get('/me')).body.emergencyAddress).toBeNull()
  expect((await api.post('/calls', { to: '911', handsetId: randomUUID() })).body.code).toBe(
    'EMERGENCY_NUMBER',
  )
  const test = { to: '1', purpose: 'emergency-test', handsetId: randomUUID() }
  expect((await api.post('/calls', test)).body.code).toBe('TRUNKS_NOT_GRANTED')
})

test('ZR713: an outage of the account service prevents no emergency call', async () => {
  await using phone = await startIn('US')
  const { api, phone: service } = phone
  expect(await phone.check('911')).toBe('911')

  service.accounts.goDown()

  expect((await api.post('/calls', { to: '911', handsetId: randomUUID() })).status).toBe(201)
})

/** Guarantee (ZR146): the emergency services call back the number that they see, through the trunk of the route. */
test('ZR146: the number of another trunk is not the caller ID of an emergency call', async () => {
  await using phone = await startIn('US')
  const { api, route, phone: service } = phone
  const other = { name: 'Other', host: '127.0.0.1', port: 5999, numbers: ['+13125550111'] }
  expect((await api.post('/trunks', other)).status).toBe(201)
  // As a route that was saved by an earlier version.
  await service.database.pool.query('delete from phone.trunk_numbers where trunk_id = $1', [route.trunkId])

  expect(await phone.check('911')).toBe('EMERGENCY_NUMBER')
  expect((await api.get('/me')).body.emergencyAddress).toBeNull()
})
