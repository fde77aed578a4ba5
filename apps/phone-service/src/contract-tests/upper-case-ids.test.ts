import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: a UUID names the same resource in every spelling that RFC 9562 allows. */
test('ZR384: a running call, a contact and a workspace are found by ids in upper case', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0101')
  const { body: contact } = await phone.as(ada).post('/contacts', { name: 'Grace' })

  const inWorkspace = phone.as(ada, ada.teamIds[0]?.toUpperCase())

  expect((await inWorkspace.get(`/contacts/${contact.id.toUpperCase()}`)).body.id).toBe(contact.id)
  expect((await inWorkspace.post(`/calls/${id.toUpperCase()}/hang-up`, {})).status).toBe(200)
})
