// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PhoneRefusal } from '../api/refusal.ts'
import { renderInEnglish } from '../locales/render-in-english.tsx'
import { type ContactDraft, emptyDraft, writtenContact } from './contact-draft.ts'
import { ContactForm } from './contact-form.tsx'

afterEach(cleanup)

function renderForm(onSave: (draft: ContactDraft) => Promise<void>, initial = emptyDraft(null)) {
  renderInEnglish(
    <ContactForm
      title="Add contact"
      initial={initial}
      onSave={onSave}
      onCancel={vi.fn()}
      onReload={vi.fn()}
    />,
  )
}

test('what was written is saved as typed, without empty rows', async () => {
  const onSave = vi.fn(async (_: ContactDraft) => undefined)
  renderForm(onSave)

  await userEvent.type(screen.getByLabelText('Name'), ' Grace Okafor ')
  await userEvent.type(screen.getByLabelText('Phone'), '(555) 0142')
  await userEvent.click(screen.getByRole('button', { name: 'Add number' }))
  await userEvent.type(screen.getByLabelText('Tags'), 'Lenses, Key customer, Lenses')
  await userEvent.click(screen.getByRole('button', { name: 'Save contact' }))

  expect(onSave).toHaveBeenCalledOnce()
  expect(writtenContact(onSave.mock.calls[0]![0])).toEqual({
    name: 'Grace Okafor',
    company: '',
    role: '',
    phones: [{ typed: '(555) 0142', label: '' }],
    emails: [],
    tags: ['Lenses', 'Key customer'],
    notes: '',
    visibility: 'shared',
  })
})

test('a contact without a name, or with a wrong e-mail, is not sent', async () => {
  const onSave = vi.fn(async () => undefined)
  renderForm(onSave)

  await userEvent.type(screen.getByLabelText('E-mail'), 'grace')
  await userEvent.click(screen.getByRole('button', { name: 'Save contact' }))

  expect(onSave).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Name', description: 'A contact needs a name.' })).toBeDefined()
  expect(screen.getByText('This is not an e-mail address.')).toBeDefined()
})

test('a number that is not understood is marked where it stands', async () => {
  renderForm(() => Promise.reject(new PhoneRefusal('NUMBER_NOT_UNDERSTOOD', { typed: '12x' })), {
    ...emptyDraft('12x'),
    name: 'Grace',
  })

  await userEvent.click(screen.getByRole('button', { name: 'Save contact' }))

  expect(
    await screen.findByRole('textbox', {
      name: 'Phone',
      description: 'This is not a phone number. Check it.',
    }),
  ).toBeDefined()
})

test('a number that another contact has leads to that contact', async () => {
  const refusal = new PhoneRefusal('CONTACT_NUMBER_TAKEN', {
    number: '+15550142',
    contactId: '00000000-0000-4000-8000-000000000001',
    name: 'Linus Berg',
  })
  const router = createRouter({
    routeTree: createRootRouteWithContext<object>()(),
    history: createMemoryHistory(),
  })
  renderInEnglish(
    // The link needs a router to know its address; which routes there are does not matter here.
    <RouterContextProvider router={router as never}>
      <ContactForm
        title="Add contact"
        initial={{ ...emptyDraft('+15550142'), name: 'Grace' }}
        onSave={() => Promise.reject(refusal)}
        onCancel={vi.fn()}
        onReload={vi.fn()}
      />
    </RouterContextProvider>,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Save contact' }))

  expect(await screen.findByText('Linus Berg already has this number.')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Show Linus Berg' })
  expect(link.getAttribute('href')).toContain('contact=00000000-0000-4000-8000-000000000001')
})
