// @vitest-environment jsdom
import { ToastProvider } from '@parley/ui'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../../api/errors.ts'
import { renderScreen } from '../../../render-screen.fixture.tsx'
import type { SavedContent } from './prompt-content.ts'
import { PromptSection } from './prompt-section.tsx'

afterEach(cleanup)

const outcome = {
  key: 'outcome',
  label: 'Outcome',
  type: 'choice' as const,
  description: '',
  choices: ['Yes', 'No'],
}
const reason = { key: 'reason', label: 'Reason', type: 'text' as const, description: '', choices: [] }

interface ServiceState {
  draft: SavedContent & { revision: number; editedByName: string }
  versions: (SavedContent & { note: string })[]
}

/** Opens the prompt of a workspace in which Hedy can edit the draft, too. */
async function openPrompt(initial: Partial<ServiceState> = {}) {
  const state: ServiceState = {
    draft: {
      text: 'Call {{direction}}\nWrite short sentences.',
      outputFields: [outcome, reason],
      revision: 3,
      editedByName: 'Ada',
    },
    versions: [{ text: 'Call {{direction}}', outputFields: [outcome], note: 'Begin' }],
    ...initial,
  }
  const createVersion = (number: number) => ({
    number,
    note: state.versions[number - 1]?.note ?? '',
    authorName: 'Hedy',
    createdAt: 1_700_000_000_000,
  })
  const isPublished = () => {
    const { text, outputFields } = state.draft
    const last = state.versions.at(-1)
    return JSON.stringify([text, outputFields]) === JSON.stringify([last?.text, last?.outputFields])
  }
  const serialize = () => ({
    ...state.draft,
    editedAt: 1_700_000_000_000,
    editedByUserId: null,
    unknownVariables: [],
    isPublished: isPublished(),
  })
  const checkRevision = (revision: number) => {
    if (revision !== state.draft.revision) throw createPhoneApiError('ANALYSIS_PROMPT_CHANGED', undefined)
  }
  const rendered = await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <PromptSection />
        </ToastProvider>
      ),
      '/settings': () => <p>Other page</p>,
    },
    path: '/',
    me: { isPhoneAdmin: true },
    responses: {
      'GET /analysis-prompt/test-runs': () => ({ items: [] }),
      'GET /analysis-prompt/reference-calls': () => ({ items: [], calls: [] }),
      'GET /analysis-prompt': () => ({
        draft: serialize(),
        version: state.versions.length > 0 ? createVersion(state.versions.length) : null,
      }),
      'PUT /analysis-prompt/draft': ({ body: { revision, ...content } }) => {
        checkRevision(revision)
        state.draft = { ...content, revision: revision + 1, editedByName: 'Ada' }
        return serialize()
      },
      'POST /analysis-prompt/versions': ({ body }) => {
        checkRevision(body.revision)
        const { text, outputFields } = state.draft
        state.versions.push({ text, outputFields, note: body.note ?? '' })
        return createVersion(state.versions.length)
      },
      'GET /analysis-prompt/versions': () => ({
        items: state.versions.map((_, index) => createVersion(index + 1)).toReversed(),
        nextCursor: null,
      }),
      'GET /analysis-prompt/versions/{version}': ({ params: { version } }) => {
        const content = state.versions[Number(version) - 1]
        if (!content) throw createPhoneApiError('ANALYSIS_PROMPT_VERSION_NOT_FOUND', undefined)
        return { ...content, ...createVersion(Number(version)) }
      },
    },
  })
  await screen.findByRole('textbox', { name: 'Text of the prompt' })
  await screen.findByText('In use')
  return { ...rendered, state }
}

const getText = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the prompt' })
/** By keyboard, because jsdom has no pointer capture. */
async function undo() {
  const button = await screen.findByRole('button', { name: 'Undo' })
  button.focus()
  await userEvent.keyboard('{Enter}')
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a variable is inserted at the cursor, and one that does not exist is flagged with its line', async () => {
  await openPrompt()
  getText().setSelectionRange(0, 4)
  await press(/^{{notes}}/)
  expect(getText().value).toBe('{{notes}} {{direction}}\nWrite short sentences.')
  await userEvent.type(getText(), '{{{{mood}}', { initialSelectionStart: 46 })

  expect(getText().value).toMatch(/\{\{mood\}\}$/)
  expect(screen.getByText(/^Line 2: Parley has no variable {{mood}}/)).toBeDefined()
  const description = getText().getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
  expect(document.getElementById(description)?.textContent).toMatch(/no variable {{mood}}/)
  const publish = screen.getByRole('button', { name: 'Publish…' })
  expect(publish.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(/contains a variable that does not exist/)).not.toEqual([])
  await press('Show {{mood}} in line 2')
  const { selectionStart, selectionEnd, value } = getText()
  expect(value.slice(selectionStart, selectionEnd)).toBe('{{mood}}')
})

test('the draft is saved and published with a note, and is not published again unchanged', async () => {
  const { state } = await openPrompt()
  await userEvent.type(getText(), ' Now.')
  expect(screen.getByText(/^\d+ of 20,000 characters\. About \d+ tokens: an estimate/)).toBeDefined()
  await press('Save draft')
  expect(await screen.findByText('Draft saved')).toBeDefined()
  expect(state.draft.text).toBe('Call {{direction}}\nWrite short sentences. Now.')

  await userEvent.type(getText(), ' Please.')
  await press('Publish…')
  await userEvent.type(screen.getByLabelText(/^Note/), 'Shorter')
  await press('Publish')
  expect(await screen.findByText('Version 2 published')).toBeDefined()
  expect(state.versions.at(-1)).toMatchObject({
    text: 'Call {{direction}}\nWrite short sentences. Now. Please.',
    note: 'Shorter',
  })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Publish…' }).getAttribute('aria-disabled')).toBe('true'),
  )
  expect(screen.getAllByText('The draft is the same as the latest version.')).not.toEqual([])
})

test('fields are added, moved and removed by keyboard, and a wrong one has its error', async () => {
  const { state } = await openPrompt()
  await userEvent.type(getText(), '{{{{mood}}')
  await press('Add field')
  expect(document.activeElement?.getAttribute('name')).toBe('field-2-label')
  await press('Save draft')
  expect(await screen.findByText('Enter a label.')).toBeDefined()
  expect(screen.getByText(/^Enter a key that begins/)).toBeDefined()
  expect(document.activeElement?.getAttribute('name')).toBe('field-2-label')
  await userEvent.type(document.activeElement as HTMLElement, 'Next step')
  expect(screen.getByDisplayValue('next_step')).toBeDefined()

  screen.getByRole('button', { name: /Next step up/ }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Next step: position 1 of 3')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Next step down/ }))
  await press(/Remove Outcome/)
  await undo()
  await press(/Remove Reason/)
  await press('Save draft')
  await screen.findByText('Draft saved')
  expect(state.draft.outputFields.map(({ key }) => key)).toEqual(['next_step', 'outcome'])
})

/** Guarantee: no edit of an administrator is lost to that of another one. */
test('ZR771: a draft that another administrator has saved is compared, and one of both is chosen', async () => {
  const { state } = await openPrompt()
  const theirs = { ...state.draft, text: 'Call {{direction}}\nWrite polite sentences.', editedByName: 'Hedy' }
  await userEvent.type(getText(), ' Mine.')
  state.draft = { ...theirs, revision: 4 }
  await press('Save draft')
  let drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText(/^Edited by Hedy/)).toBeDefined()
  expect(drawer.getByText('polite', { selector: 'del' })).toBeDefined()
  expect(state.draft.text).toBe(theirs.text)

  await press('Use theirs')
  expect(getText().value).toBe(theirs.text)
  await undo()
  expect(getText().value).toBe('Call {{direction}}\nWrite short sentences. Mine.')
  state.draft = { ...theirs, revision: 5 }
  await press('Save draft')
  drawer = within(await screen.findByRole('dialog'))
  state.draft = { ...theirs, text: 'A third edit', revision: 6 }
  await press('Save mine on top')
  expect(await drawer.findByText('A third edit')).toBeDefined()
  expect(state.draft.text).toBe('A third edit')
  await press('Save mine on top')
  await waitFor(() => expect(state.draft.text).toBe('Call {{direction}}\nWrite short sentences. Mine.'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('ZR771: a draft that another administrator has saved is not published unseen', async () => {
  const { state } = await openPrompt()
  state.draft = { ...state.draft, text: 'Theirs', revision: 4 }
  await press('Publish…')
  await press('Publish')

  expect(await screen.findByText('Two edits of the draft')).toBeDefined()
  expect(state.versions).toHaveLength(1)
})

/** Guarantee: unpublished changes are not replaced without a question. */
test('ZR772: a version becomes the draft, after a question where changes would be lost', async () => {
  const { state } = await openPrompt()
  await press('Open version 1')
  await press('Restore as draft')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(state.draft.revision).toBe(3)
  await press('Open version 1')
  await press('Restore as draft')
  await userEvent.click(await screen.findByRole('button', { name: 'Replace draft' }))
  await waitFor(() => expect(state.draft.text).toBe('Call {{direction}}'))
  expect(getText().value).toBe('Call {{direction}}')

  await press('Open version 1')
  await press('Restore as draft')
  await waitFor(() => expect(state.draft.revision).toBe(5))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the draft is compared with versions, the older one first', async () => {
  await openPrompt({
    versions: [
      { text: 'One\nCall', outputFields: [], note: '' },
      { text: 'Two\nCall', outputFields: [outcome], note: '' },
    ],
  })
  await press('Open the draft')
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('From Version 2 (−) to Draft (+)')).toBeDefined()
  expect(drawer.getByText('Two')).toBeDefined()
  await userEvent.selectOptions(drawer.getByRole('combobox', { name: 'Compare with' }), 'Version 1')
  expect(await drawer.findByText('One')).toBeDefined()
  expect(drawer.getByText(/^Outcome \(outcome\), Choice$/)).toBeDefined()
})

test('ZR771: a newer draft replaces one without changes only', async () => {
  const { state, queryClient } = await openPrompt()
  state.draft = { ...state.draft, text: 'Theirs', revision: 4 }
  await queryClient.invalidateQueries()
  await waitFor(() => expect(getText().value).toBe('Theirs'))

  await userEvent.type(getText(), ', mine')
  state.draft = { ...state.draft, text: 'Newer', revision: 5 }
  await queryClient.invalidateQueries()
  expect(await screen.findByText(/^Another administrator has saved the draft/)).toBeDefined()
  expect(getText().value).toBe('Theirs, mine')
})

test('ZR771: the page is left with unsaved changes after a question only', async () => {
  const { router } = await openPrompt()
  await userEvent.type(getText(), ' Mine.')
  void router.navigate({ to: '/settings' })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(getText().value).toMatch(/Mine\.$/)

  await press('Save draft')
  await screen.findByText('Draft saved')
  await router.navigate({ to: '/settings' })
  expect(await screen.findByText('Other page')).toBeDefined()
})
