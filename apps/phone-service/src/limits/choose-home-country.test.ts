import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

test('the home country is that of the server until an administrator chooses one', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  expect((await ada.get('/me')).body).toMatchObject({ homeCountry: 'US', isHomeCountryChosen: false })

  const chosen = await ada.put('/limits/home-country', { country: 'DE' })

  expect(chosen.body).toEqual({ homeCountry: 'DE', allowedCountries: ['DE'] })
  expect((await ada.get('/me')).body).toMatchObject({ homeCountry: 'DE', isHomeCountryChosen: true })
  const { body: checked } = await ada.post('/numbers/check', { typed: '030 901820' })
  expect(checked.number).toBe('+4930901820')
})

/** Guarantee: a change of the home country allows no other further country, and takes none away. */
test('a workspace that allows several countries still allows them, and the new one', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const { body: limits } = await ada.get('/limits')
  await ada.put('/limits', { ...limits, allowedCountries: ['US', 'FR'] })

  await ada.put('/limits/home-country', { country: 'DE' })

  expect((await ada.get('/limits')).body.allowedCountries).toEqual(['DE', 'US', 'FR'])
  const unknown = await ada.put('/limits/home-country', { country: 'XX' })
  expect([unknown.status, unknown.body.code]).toEqual([400, 'SCHEMA_ERROR'])
})
