// @vitest-environment jsdom
import { required } from '@parley/primitives'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callFixture } from '../current-call/call.fixture.ts'
import { createFakeSocket, emptyResponses } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { grace } from './grace.fixture.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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

/** Guarantee: a user without contacts is led to the two ways of adding them. */
test('an empty list of contacts offers Add contact and Import', async () => {
  await show('/contacts')

  const list = (await screen.findByText(/^No contacts yet/)).parentElement
  const links = within(required(list, 'the empty list')).getAllByRole('link')

  expect(links.map(({ textContent }) => textContent)).toEqual(['Add contact', 'Import'])
})

test('a search of the contacts that finds nothing is cleared with one click', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /contacts': ({ query }) =>
        query.search
          ? { items: [], total: 0, nextCursor: null }
          : { items: [grace], total: 1, nextCursor: null },
    },
  })
  await userEvent.type(await screen.findByRole('searchbox'), 'grase')
  expect(await screen.findByText(/^No contact matches “grase”\. Check the spelling/)).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))

  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  await waitFor(() => expect(screen.queryByText(/^No contact matches/)).toBeNull())
})

/** Guarantee: the arrow keys move through the contacts. */
test('arrow keys move from the search through the contacts', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const hedy = { ...grace, id: '00000000-0000-4000-8000-0000000000c9', name: 'Hedy' }
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /contacts': () => ({ items: [grace, hedy], total: 2, nextCursor: null }),
    },
  })
  const second = await screen.findByRole('link', { name: /Hedy/ })
  screen.getByRole('searchbox').focus()

  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Grace/ }))
})

/** Guarantee: a user who cannot be heard or reached learns it on every page. */
test.each([
  [{ phase: 'offline', reason: 'no-network' } as const, 'Offline'],
  [{ phase: 'ready', roundTripMs: 1, clockOffsetMs: 0 } as const, null],
])('on the contacts, the connection is shown while it is not ready: %j', async (state, word) => {
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: emptyResponses,
    phone: { socket: { ...createFakeSocket(), get: () => state as never } },
  })
  await screen.findByText(/^No contacts yet/)

  expect(screen.queryByRole('status')?.textContent ?? null).toBe(word)
})
