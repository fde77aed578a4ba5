// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeCallManager, emptyResponses } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ContactsPage } from './contacts-page.tsx'

beforeEach(() => {
  // jsdom has no layout, and a virtual list renders the rows that fit.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(cleanup)

const elodie = { userId: '00000000-0000-4000-8000-000000000011', name: 'Élodie', number: '+15550142' }
const linus = { userId: '00000000-0000-4000-8000-000000000012', name: 'Linus', number: null }

async function showColleagues(items: readonly { userId: string; name: string; number: string | null }[]) {
  const dial = vi.fn()
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: { ...emptyResponses, 'GET /colleagues': () => ({ items: [...items] }) },
    phone: { callManager: createFakeCallManager(undefined, { dial }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Colleagues' }))
  return { dial, list: await screen.findByRole('navigation', { name: 'Colleagues' }) }
}

test('contacts offer the colleagues, and one click calls them', async () => {
  const { dial, list } = await showColleagues([elodie, linus])

  await userEvent.click(await within(list).findByRole('button', { name: 'Call Élodie' }))

  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '+15550142', title: 'Élodie' })
  expect(within(list).getByText('+1 555 0142')).toBeDefined()
  expect(within(list).getByText('No number before their first visit')).toBeDefined()
  expect(within(list).queryByRole('button', { name: 'Call Linus' })).toBeNull()
})

test('the number of a colleague can be copied', async () => {
  const user = userEvent.setup()
  const { list } = await showColleagues([elodie])

  await user.click(await within(list).findByRole('button', { name: 'Copy the number of Élodie' }))

  expect(await navigator.clipboard.readText()).toBe('+1 555 0142')
})

test('the search of colleagues ignores accents, and names what it did not find', async () => {
  const { list } = await showColleagues([elodie, linus])
  const box = screen.getByRole('searchbox', { name: 'Search colleagues' })

  await userEvent.type(box, 'elo')
  expect(await within(list).findByText('Élodie')).toBeDefined()
  expect(within(list).queryByText('Linus')).toBeNull()
  await userEvent.clear(box)
  await userEvent.type(box, 'hedy')

  expect(await screen.findByText('No colleague matches “hedy”.')).toBeDefined()
})

test('a member without colleagues reads that there are none', async () => {
  await showColleagues([])

  expect(await screen.findByText('You are the only member of this workspace.')).toBeDefined()
})
