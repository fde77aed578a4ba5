// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../api/errors.ts'
import type { PhoneOutput } from '../api/phone-api.ts'
import { emptyResponses } from '../phone.fixture.ts'
import type { Me } from '../phone-context.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'
import { BlockButton } from './block-button.tsx'
import { BlockedPage } from './blocked-page.tsx'
import type { BlockedNumber } from './use-blocked-numbers.ts'

afterEach(cleanup)

const number = '+12025550142'
const ofWorkspace: BlockedNumber = {
  id: '00000000-0000-4000-8000-0000000000b1',
  number,
  scope: 'workspace',
  blockedByName: 'Grace Okafor',
  blockedAt: 1_700_000_000_000,
}

type Colleague = PhoneOutput<'GET /colleagues'>['items'][number]

async function show(
  isPhoneAdmin: boolean,
  initial: readonly BlockedNumber[],
  { numbers = [], colleagues = [] }: Partial<Pick<Me, 'numbers'>> & { colleagues?: Colleague[] } = {},
) {
  let items = [...initial]
  let areAnonymousCallersBlocked = false
  return await renderScreen({
    screens: { '/': () => <BlockButton number={number} />, '/blocked': BlockedPage },
    path: '/blocked',
    me: { isPhoneAdmin, numbers },
    responses: {
      ...emptyResponses,
      'GET /colleagues': () => ({ items: colleagues, nextCursor: null }),
      'GET /blocked-numbers': () => ({ items, areAnonymousCallersBlocked }),
      'POST /blocked-numbers': ({ body }) => {
        if (body.number === '12x') throw createPhoneApiError('NUMBER_NOT_UNDERSTOOD', { typed: '12x' })
        const added = { ...ofWorkspace, ...body, id: crypto.randomUUID() }
        items = [added, ...items]
        return added
      },
      'DELETE /blocked-numbers/{number}': ({ params }) => {
        items = items.filter(({ id }) => id !== params.number)
        return { success: true }
      },
      'PUT /blocked-numbers/anonymous-callers': ({ body }) => {
        areAnonymousCallersBlocked = body.areBlocked
        return { success: true }
      },
    },
  })
}

test('an administrator blocks a number for the workspace where it is shown, and unblocks it there', async () => {
  const { router, requests } = await show(true, [])
  await router.navigate({ to: '/' } as never)

  await userEvent.click(await screen.findByRole('button', { name: /^Block/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Unblock/ }))

  expect(await screen.findByRole('button', { name: /^Block/ })).toBeDefined()
  expect(requests).toContainEqual({
    name: 'POST /blocked-numbers',
    input: { body: { number, scope: 'workspace' } },
  })
})

test('a member blocks for the own number only, and cannot change what is blocked for the workspace', async () => {
  const { requests } = await show(false, [ofWorkspace])
  expect(await screen.findByText(/Grace Okafor/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Unblock/ })).toBeNull()
  expect(screen.getByRole('switch')).toHaveProperty('disabled', true)

  await userEvent.click(screen.getByRole('button', { name: 'Block a number' }))
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))
  expect(screen.getByText('Enter a phone number.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Phone number'), '+1 202 555 0187')
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))

  await screen.findByRole('button', { name: /^Unblock/ })
  expect(requests.find(({ name }) => name === 'POST /blocked-numbers')?.input).toEqual({
    body: { number: '+1 202 555 0187', scope: 'own' },
  })
})

test('a number that is not valid is reported at its field, until the user changes it', async () => {
  await show(true, [])
  await userEvent.click(await screen.findByRole('button', { name: 'Block a number' }))
  const field = screen.getByLabelText('Phone number')
  await userEvent.type(field, '12x')
  await userEvent.click(screen.getByRole('button', { name: 'Block' }))

  await screen.findByText('This is not a valid phone number. Check it.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(field, '{Backspace}')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})

test('an administrator blocks callers without a number', async () => {
  await show(true, [])
  expect(await screen.findByText(/No number is blocked/)).toBeDefined()

  await userEvent.click(screen.getByRole('switch'))

  expect(await screen.findByRole('switch', { checked: true })).toBeDefined()
})

test.each([
  ['a colleague', { colleagues: [{ userId: 'b', name: 'Grace', number }] }],
  [
    'the workspace',
    { numbers: [{ number, source: 'trunk', trunkName: 'North', label: null, ringsFor: 'workspace' }] },
  ],
] as const)('the number of %s is not offered to be blocked', async (_, known) => {
  const { router } = await show(true, [], structuredClone(known) as never)
  await router.navigate({ to: '/' } as never)

  await waitFor(() => expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull())
})
