// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { grace } from './grace.fixture.ts'

// The user comes from the account service, which is not under test.
vi.mock('@parley/kit-react', () => ({ useUser: () => ({ listTeams: async () => [] }) }))
afterEach(cleanup)

const show = (path: string) =>
  renderScreen({
    screens: { '/contacts': ContactsPage },
    path,
    responses: {
      'GET /contacts': () => ({ items: [], total: 0, nextCursor: null }),
      'GET /contacts/{contact}': () => grace,
      'PUT /contacts/{contact}': () => grace,
      'GET /calls': () => ({ items: [], nextCursor: null }),
    },
    me: { user: { displayName: 'Ada Lovell' } as never, workspaces: [], numbers: [], homeCountry: 'US' },
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
  await userEvent.click(add!)

  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))

  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getAllByRole('link', { name: 'Add contact' })[0]),
  )
})
