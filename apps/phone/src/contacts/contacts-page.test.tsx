// @vitest-environment jsdom
import { required } from '@parley/primitives'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { callFixture } from '../current-call/call.fixture.ts'
import { emptyResponses } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { grace } from './grace.fixture.ts'

afterEach(cleanup)

const show = (path: string) =>
  renderScreen({
    screens: { '/contacts': ContactsPage },
    path,
    responses: {
      ...emptyResponses,
      'GET /contacts/{contact}': () => grace,
      'PUT /contacts/{contact}': () => grace,
    },
  })

/** Guarantee: closing the editor restores the keyboard focus. */
test.each(['Save contact', 'Cancel'])(
  '%s in the editor of a contact leads the focus back to Edit',
  async (word) => {
    await show(`/contacts?contact=${grace.id}`)
    await userEvent.click(await screen.findByRole('link', { name: 'Edit' }))
    await screen.findByRole('heading', { name: 'Edit Grace Okafor' })

    await userEvent.click(screen.getByRole('button', { name: word }))

    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Edit' })))
  },
)

test('cancelling a new contact returns the focus to Add contact', async () => {
  await show('/contacts')
  const [add] = await screen.findAllByRole('link', { name: 'Add contact' })
  await userEvent.click(required(add, 'link to a new contact'))

  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))

  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getAllByRole('link', { name: 'Add contact' })[0]),
  )
})

test('a user without contacts is led to their colleagues, if there are any', async () => {
  const elodie = { userId: '00000000-0000-4000-8000-000000000011', name: 'Élodie', number: '+15550142' }
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: { ...emptyResponses, 'GET /colleagues': () => ({ items: [elodie], nextCursor: null }) },
  })

  await userEvent.click(await screen.findByRole('link', { name: 'Show colleagues' }))

  expect(await screen.findByText('Choose a colleague.')).toBeDefined()
})

test.each([
  [`/contacts?call=${callFixture.id}`, '/'],
  [`/contacts?contact=${grace.id}&call=${callFixture.id}`, '/contacts'],
])('closing the call of %s leads to %s', async (path, target) => {
  const { router } = await renderScreen({
    screens: { '/contacts': ContactsPage, '/': () => null },
    path,
    responses: {
      ...emptyResponses,
      'GET /contacts/{contact}': () => grace,
      'GET /calls/{call}': () => callFixture,
    },
  })
  const drawer = within(await screen.findByRole('dialog'))

  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))

  await waitFor(() => expect(router.state.location.pathname).toBe(target))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('call'))
})
