// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { click, openSection, password, setFields, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

/** Starts a service without a second factor, whose session needs a renewed sign-in if `isOld`. */
async function startWithoutFactor({ isOld }: { readonly isOld: boolean }) {
  const service = await startService()
  const session = { id: 'refresh-1', user_id: 'me', created_at: 0, is_impersonation: false }
  const isStepUpNeeded = () => isOld && service.requestsTo('POST /auth/password/sign-in').length === 0
  service.routes.set('GET /auth/sessions', () => ({
    json: {
      items: [{ ...session, is_current_session: true, needs_step_up: isStepUpNeeded() }],
      is_paginated: false,
    },
  }))
  service.routes.set('PATCH /users/me', () => {
    if (isStepUpNeeded()) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    setFields(service, { requires_totp_mfa: true })
    return { json: {} }
  })
  service.routes.set('POST /auth/mfa/recovery-codes', () => ({ json: { recovery_codes: ['one', 'two'] } }))
  service.routes.set('GET /auth/mfa/recovery-codes', () => ({ json: { remaining: 2 } }))
  return service
}

const enrolment = 'Set up authenticator app'

test('an old sign-in is renewed before the QR code is shown', async () => {
  await using service = await startWithoutFactor({ isOld: true })
  openSection(service, 'emails')

  await click(enrolment)
  const confirmation = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  expect(screen.queryByRole('img', { name: 'QR code of the secret' })).toBeNull()
  await user.type(
    within(confirmation).getByLabelText('Password', { selector: 'input' }),
    `${password}{Enter}`,
  )
  await screen.findByRole('img', { name: 'QR code of the secret' })
  await user.type(screen.getByLabelText('6-digit code'), '123456')
  await click('Turn on')

  expect(await screen.findByText('two')).toBeTruthy()
  expect(service.requestsTo('POST /auth/password/sign-in')).toHaveLength(1)
})

test('a cancelled confirmation shows no QR code and no error', async () => {
  await using service = await startWithoutFactor({ isOld: true })
  openSection(service, 'emails')

  await click(enrolment)
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  await click('Cancel')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('no message covers the recovery codes, which close after a confirmation', async () => {
  await using service = await startWithoutFactor({ isOld: false })
  openSection(service, 'emails')

  await click(enrolment)
  await screen.findByRole('img', { name: 'QR code of the secret' })
  await user.type(screen.getByLabelText('6-digit code'), '123456')
  await click('Turn on')
  await screen.findByText('two')

  expect(screen.queryByText('Saved')).toBeNull()
  expect(screen.queryByLabelText('I have saved it')).toBeNull()
  await user.click(screen.getByLabelText('I have saved them'))
  await click('Done')
  await waitFor(() => expect(screen.queryByText('two')).toBeNull())
})
