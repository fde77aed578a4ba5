// @vitest-environment jsdom
import { useToast } from '@parley/ui'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { phoneQueries } from '../api/queries.ts'
import { renderInEnglish } from '../i18n/render-in-english.tsx'
import { ada, createFakeApi, emptyResponses } from '../phone.fixture.ts'
import { UserWorkspace } from './user-workspace.tsx'

afterEach(cleanup)

const grace = { ...ada, user: { ...ada.user, id: '00000000-0000-4000-8000-00000000000b' } }
const otherWorkspace = { ...ada, workspace: { ...ada.workspace, id: '00000000-0000-4000-8000-00000000000e' } }

/** Shows the number of contacts, all numbers that were rendered, and a button that shows a message. */
function startScreen() {
  const rendered: (number | undefined)[] = []
  const totals = [3, 0]
  const { api } = createFakeApi({
    ...emptyResponses,
    'GET /contacts': () => ({ items: [], total: totals.shift() ?? 0, nextCursor: null }),
  })
  function Contacts() {
    const contacts = useInfiniteQuery(infiniteQueryOptions(phoneQueries(api).contacts('')))
    const show = useToast()
    const total = contacts.data?.pages[0]?.total
    rendered.push(total)
    return (
      <button type="button" onClick={() => show({ text: 'Linus deleted' })}>
        {total === undefined ? 'Loading' : `${total} contacts`}
      </button>
    )
  }
  const view = (me: typeof ada) => (
    <UserWorkspace me={me}>
      <Contacts />
    </UserWorkspace>
  )
  return { rendered, view }
}

test.each([
  ['user', grace],
  ['workspace', otherWorkspace],
])('ZR56: no response and no message of a %s is rendered for another one', async (_, next) => {
  const { rendered, view } = startScreen()
  const { rerender } = renderInEnglish(view(ada))
  await userEvent.click(await screen.findByRole('button', { name: '3 contacts' }))
  expect(screen.getAllByText('Linus deleted').length).toBeGreaterThan(0)
  rendered.length = 0

  rerender(view(next))

  await screen.findByRole('button', { name: '0 contacts' })
  expect(rendered).not.toContain(3)
  expect(screen.queryByText('Linus deleted')).toBeNull()
})

test('ZR56: a refetched profile of the same user and workspace changes nothing on the screen', async () => {
  const { rendered, view } = startScreen()
  const { rerender } = renderInEnglish(view(ada))
  await screen.findByRole('button', { name: '3 contacts' })
  rendered.length = 0

  rerender(view({ ...ada, user: { ...ada.user, displayName: 'Ada' } }))

  expect(new Set(rendered)).toEqual(new Set([3]))
})
