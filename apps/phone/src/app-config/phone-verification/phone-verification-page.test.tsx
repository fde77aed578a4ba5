// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { PhoneVerificationPage } from './phone-verification-page.tsx'
import type { Verification } from './use-verifications.ts'

afterEach(cleanup)

const pending: Verification = {
  id: '00000000-0000-4000-8000-0000000000c1',
  number: '+12025550142',
  country: 'US',
  label: 'Workshop',
  state: 'pending',
  call: { progress: 'ringing', endReason: null },
  expiresAt: Date.now() + 500_000,
  triesLeft: 4,
  callsLeft: 2,
  callAgainAt: Date.now() + 25_000,
  verifiedAt: null,
  startedByName: 'Ada',
}

async function show(isPhoneAdmin: boolean, initial: readonly Verification[]) {
  let items = [...initial]
  return await renderScreen({
    screens: { '/verify': PhoneVerificationPage },
    path: '/verify',
    me: { isPhoneAdmin },
    responses: {
      ...emptyResponses,
      'GET /phone-verifications': () => ({ items }),
      'POST /phone-verifications': () => {
        items = [pending]
        return { verification: pending, code: '408261' }
      },
      'DELETE /phone-verifications/{verification}': () => {
        items = []
        return { success: true }
      },
    },
  })
}

test('an administrator adds a number and sees its code, the progress and what is left', async () => {
  await show(true, [])
  await userEvent.click(await screen.findByRole('button', { name: 'Add number' }))
  await userEvent.type(screen.getByLabelText('Phone number'), '+1 202 555 0142')
  await userEvent.click(screen.getByRole('button', { name: 'Call now' }))

  expect(await screen.findByText('4 0 8 2 6 1')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Pick up +1 202 555 0142' })).toBeDefined()
  expect(screen.getByText('4 of 5')).toBeDefined()
  expect(screen.getByText('Ringing').closest('li')?.getAttribute('aria-current')).toBe('step')
  expect(screen.getByRole('button', { name: /Call again in/ })).toHaveProperty('disabled', true)
})

test('a number is removed after one question', async () => {
  const { requests } = await show(true, [{ ...pending, state: 'verified', verifiedAt: 1_700_000_000_000 }])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove +1 202 555 0142' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))

  expect(await screen.findByText(/No number yet/)).toBeDefined()
  expect(requests).toContainEqual({
    name: 'DELETE /phone-verifications/{verification}',
    input: { params: { verification: pending.id } },
  })
})

test('a tab that did not start the call says where the code is', async () => {
  await show(true, [pending])

  expect(await screen.findByText(/The code was shown where the call was started/)).toBeDefined()
})

test('a call that the service has ended because no code was keyed in has just ended', async () => {
  await show(true, [{ ...pending, call: { progress: 'ended', endReason: 'removed' } }])

  expect(await screen.findByText('The call has ended')).toBeDefined()
})

test('a call that has ended says why, and a code without calls says when to try again', async () => {
  await show(true, [
    { ...pending, call: { progress: 'ended', endReason: 'busy' }, callsLeft: 0, callAgainAt: 0 },
  ])

  expect(await screen.findByText('+1 202 555 0142 is busy. Call again in a few minutes.')).toBeDefined()
  expect(screen.getByText(/All calls for this code have been made/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Call again' })).toHaveProperty('disabled', true)
})
