// @vitest-environment jsdom
import { createStore } from '@parley/primitives'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { grace } from '../../contacts/grace.fixture.ts'
import { emptyResponses } from '../../phone.fixture.ts'
import type { PresenceByUser } from '../../presence/track-presence.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { InviteForm } from './invite-form.tsx'

afterEach(cleanup)

const contact = {
  ...grace,
  phones: [{ number: '+15550187', typed: '+15550187', extension: null, label: '' }],
}
const colleague = { userId: '00000000-0000-4000-8000-000000000011', name: 'Graham', number: '+15550142' }

/** @param contactsAreRead Resolved when contacts are found. */
async function showForm(
  onAdd = vi.fn(async () => undefined),
  purpose: 'add' | 'transfer' = 'add',
  contactsAreRead = Promise.resolve(),
) {
  const onDone = vi.fn()
  const presence = createStore<PresenceByUser>(new Map([[colleague.userId, 'in-call']]))
  await renderScreen({
    screens: {
      '/': () => <InviteForm purpose={purpose} homeCountry="US" onInvite={onAdd} onDone={onDone} />,
    },
    path: '/',
    phone: { presence: { ...presence, close() {} } },
    responses: {
      ...emptyResponses,
      'GET /colleagues': ({ query }) => {
        const isFound = 'graham +15550142'.includes(query?.search ?? '')
        return { items: isFound ? [colleague] : [], nextCursor: null }
      },
      'GET /contacts': async ({ query }) => {
        await contactsAreRead
        const items = 'grace okafor'.includes(query?.search ?? '') ? [contact] : []
        return { items, total: items.length, nextCursor: null }
      },
    },
  })
  return {
    onAdd,
    onDone,
    box: await screen.findByLabelText<HTMLInputElement>(
      purpose === 'add' ? 'Add by number or name' : 'Transfer to a number or name',
    ),
  }
}

test('contacts and colleagues are suggested by name, and one click adds them', async () => {
  const { onAdd, onDone, box } = await showForm()

  await userEvent.type(box, 'gra')
  const matches = within(await screen.findByRole('list', { name: 'Matches' }))
  await matches.findByRole('button', { name: /Grace Okafor(?! first)/ })
  await userEvent.click(matches.getByRole('button', { name: /Graham.*,\s*In a call$/ }))

  expect(onAdd).toHaveBeenCalledExactlyOnceWith('+15550142', 'add')
  expect(onDone).toHaveBeenCalledOnce()
})

test('Enter during the lookup of a typed name adds its first match as soon as it is known', async () => {
  const read = Promise.withResolvers<void>()
  const { onAdd, box } = await showForm(undefined, 'add', read.promise)
  await screen.findByRole('list', { name: 'Colleagues' })

  await userEvent.type(box, 'grace{Enter}')
  read.resolve()

  await expect.poll(() => onAdd.mock.calls).toEqual([['+15550187', 'add']])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('colleagues are offered before anything is typed, and one letter finds them', async () => {
  const { onAdd, box } = await showForm()
  const colleagues = within(await screen.findByRole('list', { name: 'Colleagues' }))
  await colleagues.findByRole('button', { name: /^Graham/ })
  expect(colleagues.queryByText('Grace Okafor')).toBeNull()

  await userEvent.type(box, 'h')
  const matches = within(await screen.findByRole('list', { name: 'Matches' }))
  await userEvent.click(await matches.findByRole('button', { name: /^Graham/ }))

  expect(onAdd).toHaveBeenCalledExactlyOnceWith('+15550142', 'add')
})

test('Enter adds the first match of a name', async () => {
  const { onAdd, box } = await showForm()

  await userEvent.type(box, 'okafor')
  await screen.findByRole('button', { name: /Grace Okafor(?! first)/ })
  await userEvent.keyboard('{Enter}')

  // Enter waits for a lookup that has not ended.
  await vi.waitFor(() => expect(onAdd).toHaveBeenCalledExactlyOnceWith('+15550187', 'add'))
})

test('a name without a match shows an error, and nothing is added', async () => {
  const { onAdd, box } = await showForm()

  await userEvent.type(box, 'hedy')
  await vi.waitFor(async () => {
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText(/^No contact or colleague matches “hedy”/)).toBeDefined()
  })

  expect(onAdd).not.toHaveBeenCalled()
})

test('a number that is not called stays in the field with the reason, until the user changes it', async () => {
  const { box } = await showForm(vi.fn(() => Promise.reject(new Error('no'))))

  await userEvent.type(box, '+15550187')
  await userEvent.click(screen.getByRole('button', { name: 'Call' }))

  expect(await screen.findByText('Something went wrong. Try again.')).toBeDefined()
  expect(box.value).toBe('+1 555 0187')
  await userEvent.type(box, '8')
  expect(screen.queryByText('Something went wrong. Try again.')).toBeNull()
})

test('a call is transferred to a colleague immediately, or after talking to them', async () => {
  const onInvite = vi.fn(async () => undefined)
  const { box } = await showForm(onInvite, 'transfer')
  await userEvent.type(box, 'graham')
  await userEvent.click(await screen.findByRole('button', { name: 'Talk to Graham first' }))
  await userEvent.click(await screen.findByRole('button', { name: /Graham(?! first)/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Talk first' }))

  expect(onInvite.mock.calls).toEqual([
    ['+15550142', 'consult'],
    ['+15550142', 'transfer'],
    ['+15550142', 'consult'],
  ])
})

/** Guarantee: every match is reached with the arrow keys, and Enter adds it. */
test('arrow keys move from the field through the matches, and Enter adds the active one', async () => {
  const { onAdd, box } = await showForm()
  await userEvent.type(box, 'gra')
  await screen.findByRole('list', { name: 'Matches' })
  await screen.findByRole('button', { name: /^Graham/ })

  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Graham/ }))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')

  expect(onAdd).toHaveBeenCalledExactlyOnceWith('+15550142', 'add')
})
