// @vitest-environment jsdom
import { required } from '@parley/primitives'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../api/errors.ts'
import type { PhoneOutput } from '../api/phone-api.ts'
import { uncheckedNumber } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { type ContactDraft, emptyDraft, toContactInput } from './contact-draft.ts'
import { ContactForm } from './contact-form.tsx'

afterEach(cleanup)

interface FormUnderTest {
  initial?: ContactDraft
  onSave?: (draft: ContactDraft) => Promise<void>
  /** Number check results, by typed number. */
  checks?: Record<string, Partial<PhoneOutput<'POST /numbers/check'>>>
}

async function showForm({
  initial = emptyDraft(null, []),
  onSave = async () => undefined,
  checks = {},
}: FormUnderTest = {}) {
  const onCancel = vi.fn()
  const Form = () => (
    <ContactForm
      title="Add contact"
      initial={initial}
      contactId={null}
      checkNumbers={async () =>
        new Map(Object.entries(checks).map(([typed, check]) => [typed, { ...uncheckedNumber, ...check }]))
      }
      onSave={onSave}
      onCancel={onCancel}
      onReload={vi.fn()}
    />
  )
  const { router } = await renderScreen({
    screens: { '/contacts': Form, '/dial': () => <p>The dial pad</p> },
    path: '/contacts',
    responses: {},
  })
  return { onCancel, router }
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save contact' }))
const write = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const linus = { id: '00000000-0000-4000-8000-000000000001', name: 'Linus Berg' }

test('a contact is saved as typed, without empty rows', async () => {
  const onSave = vi.fn(async (_: ContactDraft) => undefined)
  await showForm({ onSave })

  await userEvent.type(screen.getByLabelText('Name'), ' Grace Okafor ')
  await userEvent.type(screen.getByLabelText('Phone'), '(555) 0142')
  await userEvent.click(screen.getByRole('button', { name: 'Add number' }))
  await userEvent.type(screen.getByLabelText('Tags'), 'Lenses, Key customer, Lenses')
  await userEvent.click(screen.getByRole('button', { name: 'Save contact' }))

  expect(onSave).toHaveBeenCalledOnce()
  expect(toContactInput(required(onSave.mock.calls[0], 'saved contact')[0])).toEqual({
    name: 'Grace Okafor',
    company: '',
    role: '',
    phones: [{ typed: '(555) 0142', label: '' }],
    emails: [],
    tags: ['Lenses', 'Key customer'],
    notes: '',
    customValues: {},
    visibility: 'shared',
  })
})

test('custom fields are edited by their type, and a value of another type is marked at its field', async () => {
  const onSave = vi.fn(async (_: ContactDraft) => undefined)
  const [size, tier, link, newsletter, hidden] = (
    ['number', 'choice', 'link', 'checkbox', 'text'] as const
  ).map((type, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    name: `My ${type}`,
    type,
    choices: type === 'choice' ? ['Gold', 'Silver'] : [],
    isArchived: type === 'text',
  }))
  const fields = [size, tier, link, newsletter, hidden].map((field) => required(field, 'a field'))
  await showForm({ onSave, initial: { ...emptyDraft(null, fields), name: 'Grace' } })
  expect(screen.queryByLabelText('My text')).toBeNull()

  await write('My number', '1,5 m')
  await write('My link', 'javascript:alert(1)')
  await save()
  expect(screen.getByText('Enter a number.')).toBeDefined()
  expect(screen.getByText('Enter a web address that begins with https:// or http://.')).toBeDefined()
  expect(onSave).not.toHaveBeenCalled()

  await userEvent.clear(screen.getByLabelText('My number'))
  await write('My number', '1,5')
  await userEvent.clear(screen.getByLabelText('My link'))
  await userEvent.selectOptions(screen.getByLabelText('My choice'), 'Silver')
  await userEvent.click(screen.getByLabelText('My checkbox'))
  await save()

  const [draft] = required(onSave.mock.calls[0], 'saved contact')
  expect(toContactInput(draft).customValues).toEqual({
    [fields[0]?.id ?? '']: 1.5,
    [fields[1]?.id ?? '']: 'Silver',
    [fields[2]?.id ?? '']: '',
    [fields[3]?.id ?? '']: true,
  })
})

/** Guarantee: a form shows all its errors at the same time. */
test('an invalid contact shows every error at its field and sends nothing', async () => {
  const onSave = vi.fn(async () => undefined)
  await showForm({
    onSave,
    checks: { '12x': { number: null }, '+1 555 0142': { number: '+15550142', contact: linus } },
  })

  await write('Phone', '12x')
  await userEvent.click(screen.getByRole('button', { name: 'Add number' }))
  await userEvent.type(required(screen.getAllByLabelText('Phone')[1], 'second row'), '+1 555 0142')
  await write('E-mail', 'grace')
  await save()

  const errors = [
    ['Name', 'Enter a name.'],
    ['Phone', 'This is not a valid phone number. Check it.'],
    ['Phone', 'Linus Berg already has this number. Show Linus Berg'],
    ['E-mail', 'Enter a valid e-mail address.'],
  ] as const
  for (const [name, description] of errors) {
    const field = await screen.findByRole('textbox', { name, description })
    expect(field.getAttribute('aria-invalid')).toBe('true')
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(onSave).not.toHaveBeenCalled()
})

test('a number rejected on save is marked at its field', async () => {
  await showForm({
    initial: { ...emptyDraft('12x', []), name: 'Grace' },
    onSave: () => Promise.reject(createPhoneApiError('NUMBER_NOT_UNDERSTOOD', { typed: '12x' })),
  })

  await save()

  const description = 'This is not a valid phone number. Check it.'
  expect(await screen.findByRole('textbox', { name: 'Phone', description })).toBe(document.activeElement)
})

test('a number of another contact links to that contact', async () => {
  await showForm({
    initial: { ...emptyDraft('+15550142', []), name: 'Grace' },
    onSave: () =>
      Promise.reject(
        createPhoneApiError('CONTACT_NUMBER_TAKEN', {
          number: '+15550142',
          contactId: linus.id,
          name: linus.name,
        }),
      ),
  })

  await save()

  const link = await screen.findByRole('link', { name: 'Show Linus Berg' })
  expect(link.getAttribute('href')).toContain(`contact=${linus.id}`)
})

test('an unchanged form closes without confirmation', async () => {
  const { onCancel } = await showForm()

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

  expect(onCancel).toHaveBeenCalledOnce()
})

/** Guarantee: unsaved input is discarded only after confirmation. */
test('every way of leaving a changed form asks for confirmation once', async () => {
  const { onCancel, router } = await showForm()
  await write('Name', 'Grace')

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(onCancel).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Grace')

  void router.navigate({ to: '/dial' as string })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Grace')

  void router.navigate({ to: '/dial' as string })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByText('The dial pad')).toBeDefined()
})
