// @vitest-environment jsdom
import type { Call, callComments } from '@parley/contract/phone'
import { ToastProvider } from '@parley/ui'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { callFixture } from '../../current-call/call.fixture.ts'
import { ada, emptyResponses, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { CallDrawer } from '../call-drawer.tsx'
import { CallsPage } from '../calls-page.tsx'

afterEach(cleanup)

const linusId = '00000000-0000-4000-8000-0000000000a2'
const ended: Call = { ...callFixture, phase: 'ended', endedAt: 9_000, endReason: 'hung-up', tags: ['Cake'] }
const comment: callComments.CallComment = {
  id: '00000000-0000-4000-8000-0000000000d1',
  userId: ada.user.id,
  userName: 'Ada Lovell',
  text: 'She wants a cake.',
  createdAt: 20_000,
  editedAt: null,
}

async function showDrawer(responses: Responses = {}, me: { isPhoneAdmin?: boolean } = {}) {
  const { requests, router } = await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <CallDrawer callId={ended.id} onClose={() => undefined} />
        </ToastProvider>
      ),
    },
    path: '/',
    me,
    responses: {
      ...emptyResponses,
      'GET /calls/{call}': () => ended,
      'GET /colleagues': () => ({
        items: [{ userId: linusId, name: 'Linus Berg', number: null }],
        nextCursor: null,
      }),
      ...responses,
    },
  })
  await screen.findByText('Tags')
  const changes = () => requests.filter(({ name }) => !name.startsWith('GET'))
  return { changes, router, drawer: within(screen.getByRole('dialog')) }
}

test('a user adds and removes tags of a call by keyboard, and finds other calls with a tag', async () => {
  let call = ended
  const { changes, drawer, router } = await showDrawer({
    'GET /calls/{call}': () => call,
    'GET /calls/tags': () => ({ items: ['Cake', 'Urgent'] }),
    'PUT /calls/{call}/tags': ({ body }) => {
      call = { ...ended, tags: body.tags }
      return call
    },
  })
  await waitFor(() => expect(document.querySelector('option[value="Urgent"]')).not.toBeNull())
  expect(document.querySelector('datalist option[value="Cake"]')).toBeNull()

  await userEvent.type(drawer.getByRole('combobox', { name: 'New tag' }), 'Urgent{Enter}')
  await userEvent.click(await drawer.findByRole('button', { name: 'Remove the tag Cake' }))

  await waitFor(() => expect(drawer.queryByRole('link', { name: /tag Cake/ })).toBeNull())
  expect(changes()).toMatchObject([
    { input: { body: { tags: ['Cake', 'Urgent'] } } },
    { input: { body: { tags: ['Urgent'] } } },
  ])
  await userEvent.click(drawer.getByRole('link', { name: 'Show calls with the tag Urgent' }))
  expect(router.state.location.search).toMatchObject({ tag: 'Urgent' })
})

test('a user assigns a call with a button, and marks the follow-up as done', async () => {
  let assignment: Call['assignment'] = null
  const { changes, drawer } = await showDrawer({
    'GET /calls/{call}': () => ({ ...ended, assignment }),
    'PUT /calls/{call}/assignment': ({ body }) => {
      assignment = { userId: body.userId ?? '', userName: 'Linus Berg', at: 0, byName: 'Ada', done: null }
      return { success: true }
    },
    'PUT /calls/{call}/assignment/done': ({ body }) => {
      if (assignment) assignment = { ...assignment, done: body.isDone ? { at: 0, byName: 'Ada' } : null }
      return { success: true }
    },
  })
  const select = drawer.getByRole('combobox', { name: 'Assigned to' })
  await within(select).findByRole('option', { name: 'Linus Berg' })
  expect(within(select).getByRole('option', { name: 'Ada Lovell (you)' })).toBeDefined()

  await userEvent.selectOptions(select, 'Linus Berg')
  expect(changes()).toEqual([])
  await userEvent.click(drawer.getByRole('button', { name: 'Assign' }))
  await userEvent.click(await drawer.findByRole('button', { name: 'Mark as done' }))

  expect(await drawer.findByRole('button', { name: 'Reopen' })).toBeDefined()
  expect(changes()).toMatchObject([
    { input: { body: { userId: linusId } } },
    { input: { body: { userId: linusId, isDone: true } } },
  ])
})

test('an active call has no follow-up', async () => {
  const { drawer } = await showDrawer({ 'GET /calls/{call}': () => callFixture })

  expect(drawer.queryByRole('combobox', { name: 'Assigned to' })).toBeNull()
  expect(drawer.getByText('Comments')).toBeDefined()
})

test('a user adds a comment, and edits and deletes their own one', async () => {
  let items = [comment]
  const { changes, drawer } = await showDrawer({
    'GET /calls/{call}/comments': () => ({ items, nextCursor: null }),
    'POST /calls/{call}/comments': ({ body }) => {
      const added = { ...comment, id: '00000000-0000-4000-8000-0000000000d2', text: body.text }
      items = [...items, added]
      return added
    },
    'PUT /calls/{call}/comments/{comment}': ({ body }) => {
      items = items.map((each) => (each.id === comment.id ? { ...each, text: body.text, editedAt: 1 } : each))
      return comment
    },
    'DELETE /calls/{call}/comments/{comment}': () => {
      items = items.slice(1)
      return { success: true }
    },
  })

  await userEvent.type(drawer.getByRole('textbox', { name: 'New comment' }), 'Two cakes')
  await userEvent.click(drawer.getByRole('button', { name: 'Add comment' }))
  expect(await drawer.findByText('Two cakes', { selector: 'p' })).toBeDefined()
  expect((drawer.getByRole('textbox', { name: 'New comment' }) as HTMLTextAreaElement).value).toBe('')
  const [edit] = drawer.getAllByRole('button', { name: /^Edit your comment/ })
  await userEvent.click(edit as HTMLElement)
  const input = drawer.getByRole('textbox', { name: 'Text of the comment' })
  expect(document.activeElement).toBe(input)
  await userEvent.clear(input)
  await userEvent.type(input, 'She wants tea.')
  await userEvent.click(drawer.getByRole('button', { name: 'Save comment' }))
  expect(await drawer.findByText('She wants tea.')).toBeDefined()
  expect(drawer.getByText('edited')).toBeDefined()
  const [remove] = drawer.getAllByRole('button', { name: /^Delete the comment/ })
  await userEvent.click(remove as HTMLElement)
  expect(changes()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Delete comment' }))

  await waitFor(() => expect(drawer.queryByText('She wants tea.')).toBeNull())
})

test('a comment that cannot be saved stays in its input, with the reason', async () => {
  const { drawer } = await showDrawer({
    'POST /calls/{call}/comments': () => {
      throw createPhoneApiError('COMMENT_LIMIT', { limit: 200 })
    },
  })
  const input = drawer.getByRole('textbox', { name: 'New comment' })
  await userEvent.type(input, 'Too many')
  await userEvent.click(drawer.getByRole('button', { name: 'Add comment' }))

  expect(await drawer.findByText(/maximum number of comments/)).toBeDefined()
  expect((input as HTMLTextAreaElement).value).toBe('Too many')
})

test('a user deletes no comment of another one, and an administrator edits none', async () => {
  const ofLinus = { ...comment, userId: linusId, userName: 'Linus Berg' }
  const responses = { 'GET /calls/{call}/comments': () => ({ items: [ofLinus], nextCursor: null }) }
  const { drawer } = await showDrawer(responses)
  await drawer.findByText('She wants a cake.')
  expect(drawer.queryByRole('button', { name: /comment of|your comment/ })).toBeNull()
  cleanup()

  const asAdmin = await showDrawer(responses, { isPhoneAdmin: true })
  await asAdmin.drawer.findByText('She wants a cake.')
  expect(asAdmin.drawer.getByRole('button', { name: 'Delete the comment of Linus Berg' })).toBeDefined()
  expect(asAdmin.drawer.queryByRole('button', { name: /your comment/ })).toBeNull()
})

test('the list of calls filters by tag and by assignment, and counts the open ones', async () => {
  const assignment = { userId: ada.user.id, userName: 'Ada Lovell', at: 0, byName: 'Linus', done: null }
  const assigned: Call = { ...ended, name: 'Bakery', userId: linusId, userName: 'Linus Berg', assignment }
  const { requests } = await renderScreen({
    screens: { '/': CallsPage },
    path: '/?tag=Cake',
    me: { isPhoneAdmin: true },
    responses: {
      ...emptyResponses,
      'GET /calls': ({ query }) => ({
        items: query?.filter === 'assigned' ? [assigned] : [],
        nextCursor: null,
      }),
      'GET /calls/missed/count': () => ({ count: 0 }),
      'GET /voicemails/count': () => ({ new: 0 }),
      'GET /calls/assigned/count': () => ({ open: 3 }),
      'POST /calls/missed/seen': () => ({ count: 0 }),
    },
  })
  expect(await screen.findByText('No call here has the tag “Cake”.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /without the tag Cake/ }))
  await userEvent.click(await screen.findByRole('button', { name: /^Assigned to me ?3$/ }))

  const row = within((await screen.findByRole('link', { name: 'Bakery' })).closest('li') as HTMLElement)
  expect(row.getByText(/Linus Berg/)).toBeDefined()
  expect(row.getByText('To do')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Everyone' })).toBeNull()
  const lists = requests.flatMap(({ name, input }) => (name === 'GET /calls' ? [input.query] : []))
  expect(lists.map((query) => [query?.filter, query?.tag])).toEqual([
    ['all', 'Cake'],
    ['all', undefined],
    ['assigned', undefined],
  ])
  // Missed calls that are not listed have not been seen.
  expect(requests.filter(({ name }) => name === 'POST /calls/missed/seen')).toHaveLength(1)
})
