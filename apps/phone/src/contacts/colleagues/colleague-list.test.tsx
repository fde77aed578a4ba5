// @vitest-environment jsdom
import { createStore } from '@parley/primitives'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callFixture } from '../../current-call/call.fixture.ts'
import { createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import type { PresenceByUser } from '../../presence/track-presence.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { ContactsPage } from '../contacts-page.tsx'

beforeEach(() => {
  // jsdom has no layout, and a virtual list renders the rows that fit.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(cleanup)

const elodie = { userId: '00000000-0000-4000-8000-000000000011', name: 'Élodie', number: '+15550142' }
const callWithElodie = { ...callFixture, phase: 'ended' as const, endedAt: 9_000, notes: 'Order flour' }
const linus = { userId: '00000000-0000-4000-8000-000000000012', name: 'Linus', number: null }

const toSearchable = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

type Item = { readonly userId: string; readonly name: string; readonly number: string | null }

/** Opens the list of colleagues of a service that returns them one by one, and ended calls with one of them. */
async function showColleagues(items: readonly Item[]) {
  const dial = vi.fn()
  const presence = createStore<PresenceByUser>(new Map([[elodie.userId, 'free']]))
  const { requests } = await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /colleagues': ({ query }) => {
        const found = items.filter(
          ({ userId, name }) =>
            (query.user ?? userId) === userId &&
            toSearchable(name).includes(toSearchable(query.search ?? '')),
        )
        const index = Number(query.cursor ?? 0)
        return {
          items: found.slice(index, index + 1),
          nextCursor: index + 1 < found.length ? `${index + 1}` : null,
        }
      },
      'GET /calls': ({ query }) => ({
        items: query.search === elodie.number ? [callWithElodie] : [],
        nextCursor: null,
      }),
    },
    phone: {
      callManager: createFakeCallManager(undefined, { dial }),
      presence: { ...presence, close() {} },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Colleagues' }))
  return { dial, presence, requests, list: await screen.findByRole('navigation', { name: 'Colleagues' }) }
}

test('contacts offer the colleagues, and one click calls them', async () => {
  const { dial, list } = await showColleagues([elodie, linus])

  await userEvent.click(await within(list).findByRole('button', { name: 'Call Élodie' }))

  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '+15550142', title: 'Élodie' })
  expect(within(list).getByText('+1 555 0142')).toBeDefined()
  expect(within(list).getByText('No number before their first visit')).toBeDefined()
  expect(within(list).queryByRole('button', { name: 'Call Linus' })).toBeNull()
})

test('ZR129: the list and the page of a colleague say in words whether they are free, in a call or away', async () => {
  const { presence, list } = await showColleagues([elodie, linus])
  const link = await within(list).findByRole('link', { name: /Élodie.*,\s*Free$/ })
  await userEvent.click(link)
  const detail = within(await screen.findByRole('article'))
  expect(detail.getByText('Free')).toBeDefined()

  act(() => presence.set(new Map([[elodie.userId, 'in-call']])))

  expect(link.textContent).toMatch(/In a call$/)
  expect(detail.getByText('In a call')).toBeDefined()
  expect(within(list).getByRole('link', { name: /Linus.*,\s*Away$/ })).toBeDefined()
})

test('a colleague has a page with the number, which can be called and copied, and the calls with the user', async () => {
  const user = userEvent.setup()
  const { dial, requests, list } = await showColleagues([elodie])

  await user.click(await within(list).findByRole('link', { name: /Élodie/ }))
  const detail = within(await screen.findByRole('article'))
  await user.click(detail.getByRole('button', { name: 'Copy the number of Élodie' }))
  await user.click(detail.getByRole('button', { name: 'Call' }))

  expect(await navigator.clipboard.readText()).toBe('+15550142')
  expect(dial).toHaveBeenCalledExactlyOnceWith({ to: '+15550142', title: 'Élodie' })
  expect(await detail.findByRole('link', { name: 'Order flour' })).toBeDefined()
  const scopes = requests.flatMap(({ name, input }) => (name === 'GET /calls' ? [input.query?.scope] : []))
  expect(scopes).toEqual(['own'])
})

test('a link to the page of a former colleague says so', async () => {
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: `/contacts?list=colleagues&colleague=${linus.userId}`,
    responses: emptyResponses,
  })

  expect(await screen.findByText('This person is not a member of your workspace.')).toBeDefined()
})

test('the search of colleagues ignores accents, and names what it did not find', async () => {
  const { list } = await showColleagues([elodie, linus])
  const box = screen.getByRole('searchbox', { name: 'Search colleagues' })

  await userEvent.type(box, 'elo')
  await waitFor(() => expect(within(list).queryByText('Linus')).toBeNull())
  expect(within(list).getByText('Élodie')).toBeDefined()
  await userEvent.clear(box)
  await userEvent.type(box, 'hedy')

  expect(await screen.findByText('No colleague matches “hedy”.')).toBeDefined()
})

test('a member without colleagues reads that there are none', async () => {
  await showColleagues([])

  expect(await screen.findByText('You are the only member of this workspace.')).toBeDefined()
})
