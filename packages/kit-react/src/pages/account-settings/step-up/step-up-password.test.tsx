// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { ada, click, openSection, password, setFields, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('a change that needs a recent sign-in asks for the password and is repeated', async () => {
  await using service = await startService()
  let attempts = 0
  service.routes.set('PATCH /users/me', (body) => {
    attempts++
    if (attempts === 1) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    setFields(service, body)
    return { json: {} }
  })
  openSection(service, 'emails')

  await click('Sign-in by e-mail', 'switch')
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  const field = within(dialog).getByLabelText('Password', { selector: 'input' })
  await user.type(field, 'wrong{Enter}')
  await screen.findByText('Wrong password.')
  await user.clear(field)
  await user.type(field, `${password}{Enter}`)

  await waitFor(() => expect(service.person(ada)?.fields).toEqual({ otp_auth_enabled: true }))
  expect(service.countSessions(ada)).toBe(1)
})

test('a second factor is asked for after the password', async () => {
  await using service = await startService()
  const person = service.person(ada)
  if (person) person.totpCode = '123456'
  let attempts = 0
  service.routes.set('PATCH /users/me', () =>
    ++attempts === 1 ? errorResponse('USER_AUTHENTICATION_REQUIRED') : { json: {} },
  )
  openSection(service, 'emails')

  await click('Sign-in by e-mail', 'switch')
  await user.type(await screen.findByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)
  await user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}')

  await waitFor(() => expect(attempts).toBe(2))
})

test('a cancelled confirmation leaves the change undone, without an error', async () => {
  await using service = await startService()
  service.routes.set('PATCH /users/me', () => errorResponse('USER_AUTHENTICATION_REQUIRED'))
  openSection(service, 'emails')

  await click('Sign-in by e-mail', 'switch')
  await click('Cancel')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
