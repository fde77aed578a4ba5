// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhoneInput, PhoneOutput } from '../../api/phone-api.ts'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { ContactsPage } from '../contacts-page.tsx'
import { grace } from '../grace.fixture.ts'

const contacts = Array.from({ length: 6 }, (_, index) => ({
  ...grace,
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name: `Contact ${index}`,
}))
const ids = contacts.map(({ id }) => id)
type Body = PhoneInput<'POST /contact-changes'>['body']
type Result = PhoneOutput<'POST /contact-changes'>

beforeEach(() => {
  // The list renders the rows in view only, and jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function show(result: Partial<Result> = {}) {
  const bodies: Body[] = []
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: {
      ...emptyResponses,
      'GET /contacts': () => ({ items: contacts, total: contacts.length, nextCursor: null }),
      'POST /contact-changes': ({ body }) => {
        bodies.push(body)
        return { changed: 1, unchanged: [], changes: [], ...result }
      },
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Select contacts' }))
  const click = (name: string) => user.click(screen.getByRole('checkbox', { name }))
  const act = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  return { user, bodies, click, act }
}

test('a click selects a contact, and a click with the shift key those in between', async () => {
  const { user, bodies, click, act } = await show()
  await click('Select Contact 1')
  await user.keyboard('{Shift>}')
  await click('Select Contact 4')
  await user.keyboard('{/Shift}')
  await click('Select Contact 2')
  expect(screen.getByText('3 selected')).toBeDefined()

  await act('Add tag')
  await user.click(screen.getByRole('button', { name: 'Add tag' }))
  expect(screen.getByText('Enter a tag.')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: 'Tag' }), ' Fair {Enter}')

  await vi.waitFor(() => expect(bodies).toHaveLength(1))
  const [body] = bodies
  expect(body?.action).toEqual({ type: 'add-tag', tag: 'Fair' })
  expect(body && 'ids' in body.selection && body.selection.ids.toSorted()).toEqual([ids[1], ids[3], ids[4]])
})

test('all contacts of a search are selected except some, and the result has a reason for each that is not changed', async () => {
  const { user, bodies, click, act } = await show({
    changed: 4,
    unchanged: [{ reason: 'number-taken', count: 1, names: ['Contact 3'] }],
  })
  await click('All 6')
  await click('Select Contact 0')
  expect(screen.getByText('5 selected')).toBeDefined()
  await act('Share with the workspace')
  await user.click(screen.getByRole('button', { name: 'Share with the workspace' }))

  expect(await screen.findByText('4 contacts changed')).toBeDefined()
  expect(screen.getByText('1 has a number of another contact')).toBeDefined()
  expect(bodies).toEqual([{ selection: { search: '', exceptIds: [ids[0]] }, action: { type: 'share' } }])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByText('0 selected')).toBeDefined()
})
