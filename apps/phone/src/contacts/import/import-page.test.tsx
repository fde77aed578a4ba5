// @vitest-environment jsdom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContactImport, UploadContacts } from '../../api/contact-files/upload-contacts.ts'
import { createPhoneApiError } from '../../api/errors.ts'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { ada, emptyResponses, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { ContactsPage } from '../contacts-page.tsx'
import { ImportPage } from './import-page.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const draft: ContactImport = {
  id: '00000000-0000-4000-8000-0000000000c1',
  userId: ada.user.id,
  status: 'draft',
  fileName: 'fair.csv',
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  hasHeader: true,
  rowCount: 2,
  columns: [
    { name: 'Vorname', sample: 'Grace', target: { field: 'first-name', label: 'other' }, reason: 'header' },
    { name: 'Kd-Nr', sample: '4187', target: { field: 'none', label: 'other' }, reason: 'none' },
  ],
  visibility: 'shared',
  createdAt: 1,
  progress: 0,
  counts: null,
  failure: null,
  undoableUntil: null,
  undone: null,
}

const counts = { new: 1, updated: 0, same: 0, rejected: 1 }
const done: ContactImport = {
  ...draft,
  status: 'done',
  progress: 100,
  counts,
  undoableUntil: Date.now() + 1e9,
}

const preview: PhoneOutput<'PUT /contact-imports/{import}/mapping'> = {
  contactImport: draft,
  counts,
  rows: [
    { line: 2, name: 'Grace', company: '', phones: ['+12025550142'], emails: [], result: 'new', adds: [] },
    { line: 3, name: 'Linus', company: '', phones: [], emails: [], result: 'rejected', adds: [] },
  ],
  rejected: [{ line: 3, name: 'Linus', reason: 'number-not-understood', value: '555' }],
  problem: null,
  space: { usedBytes: 1_000_000, afterBytes: 1_200_000, maxBytes: 500_000_000 },
}

async function openPage(responses: Responses = {}, uploadContacts: UploadContacts = async () => draft) {
  return await renderScreen({
    screens: { '/contacts/import': ImportPage, '/contacts': ContactsPage },
    path: '/contacts/import',
    responses: {
      ...emptyResponses,
      'PUT /contact-imports/{import}/mapping': () => preview,
      'POST /contact-imports/{import}/run': () => ({ ...draft, status: 'running' }),
      'GET /contact-imports/{import}': () => done,
      'POST /contact-imports/{import}/undo': () => ({
        ...done,
        status: 'undone',
        undoableUntil: null,
        undone: { deleted: 0, restored: 0, retained: 1 },
      }),
      'DELETE /contact-imports/{import}': () => ({ success: true }),
      ...responses,
    },
    phone: { uploadContacts },
  })
}

const chooseFile = async () =>
  await userEvent.upload(await screen.findByLabelText('File with contacts'), new File(['x'], 'fair.csv'))

test('a file is uploaded, its columns are changed, and the import runs and is undone', async () => {
  const { requests } = await openPage()
  await chooseFile()

  expect(await screen.findByText('fair.csv · 2 rows, Windows-1252, separated by semicolons')).toBeDefined()
  expect(await screen.findByText('“555” is not a phone number')).toBeDefined()
  expect(screen.getByText('No match')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Where the column Kd-Nr goes'), 'Notes')
  expect(await screen.findByText('Your choice')).toBeDefined()
  await userEvent.click(screen.getByRole('switch', { name: 'Shared with the workspace' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1' }))

  expect(await screen.findByText('1 contact imported')).toBeDefined()
  const last = requests.findLast(({ name }) => name === 'PUT /contact-imports/{import}/mapping')
  expect(last?.input).toMatchObject({
    body: {
      targets: [{ field: 'first-name' }, { field: 'notes', label: 'other' }],
      visibility: 'private',
      labels: { mobile: 'Mobile', work: 'Work', home: 'Home', fax: 'Fax' },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Undo this import?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('1 contact was edited since and stays.')).toBeDefined()
})

test('a file that is not understood is rejected with its reason, and another one can be chosen', async () => {
  let uploads = 0
  await openPage({}, async () => {
    uploads += 1
    if (uploads === 1) throw createPhoneApiError('CONTACT_FILE_UNREADABLE', { line: 12 })
    return draft
  })
  await chooseFile()
  expect(await screen.findByText(/^The file cannot be read from line 12 on/)).toBeDefined()

  await chooseFile()

  expect(await screen.findByRole('heading', { name: 'Preview' })).toBeDefined()
})

test('a file that is too large is not uploaded', async () => {
  await openPage({}, () => Promise.reject(new Error('It was uploaded.')))
  const file = new File(['x'], 'large.csv')
  Object.defineProperty(file, 'size', { value: 16 * 1024 * 1024 + 1 })

  await userEvent.upload(await screen.findByLabelText('File with contacts'), file)

  expect(await screen.findByText(/^This file is larger than 16 MB/)).toBeDefined()
})

test('a draft is shown again when the page is opened again, and is discarded', async () => {
  const { requests } = await openPage({ 'GET /contact-imports': () => ({ items: [draft] }) })

  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))

  expect(await screen.findByRole('button', { name: 'Choose file' })).toBeDefined()
  expect(requests.some(({ name }) => name === 'DELETE /contact-imports/{import}')).toBe(true)
})

test('the preview says how much space contacts use before and after the import', async () => {
  await openPage()
  await chooseFile()

  expect(
    await screen.findByText('Contacts of the workspace use 1 MB of 500 MB, and 1.2 MB after the import.'),
  ).toBeDefined()
})

test('an import beyond the limit of contacts cannot run', async () => {
  await openPage({
    'PUT /contact-imports/{import}/mapping': () => ({ ...preview, problem: 'CONTACT_LIMIT' }),
  })
  await chooseFile()

  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1' }).disabled).toBe(true)
})

test('an import that fails says why and that nothing was imported', async () => {
  await openPage({
    'GET /contact-imports/{import}': () => ({
      ...draft,
      status: 'failed',
      failure: 'CONTACT_QUOTA_REACHED',
    }),
  })
  await chooseFile()
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1' }))

  expect(await screen.findByText('Nothing was imported')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull()
})

test('the last import is undone on the page of the contacts', async () => {
  const { router, requests } = await openPage({ 'GET /contact-imports': () => ({ items: [done] }) })
  await router.navigate({ to: '/contacts' as never })

  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Undo import of fair.csv' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }))

  await expect
    .poll(() => requests.filter(({ name }) => name === 'POST /contact-imports/{import}/undo').length)
    .toBe(1)
})

test('contacts are exported, all or those of a search', async () => {
  const exported: unknown[][] = []
  URL.createObjectURL = () => 'blob:contacts'
  URL.revokeObjectURL = () => undefined
  const exportContacts = async (...options: unknown[]) => {
    exported.push(options)
    return new Blob(['BEGIN:VCARD'])
  }
  await renderScreen({
    screens: { '/contacts': ContactsPage },
    path: '/contacts',
    responses: emptyResponses,
    phone: { exportContacts },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }))
  await userEvent.type(screen.getByRole('searchbox'), 'hedy ')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export what was found as vCard' }))

  expect(exported).toEqual([
    ['csv', ''],
    ['vcard', 'hedy'],
  ])
})

test('an administrator sees who has imported contacts, and undoes an import', async () => {
  const theirs = { ...done, userId: '00000000-0000-4000-8000-0000000000b0' }
  const { requests } = await openPage({ 'GET /contact-imports': () => ({ items: [done, theirs] }) })

  expect(await screen.findByText('Former member')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo import of fair.csv' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Undo this import?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo import' }))

  await expect.poll(() => requests.map(({ name }) => name)).toContain('POST /contact-imports/{import}/undo')
})
