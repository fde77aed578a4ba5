// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ShortcutsDialog, shortcutsDialog } from './shortcuts-dialog.tsx'
import { useCallShortcuts } from './use-call-shortcuts.ts'

afterEach(cleanup)

function Screen() {
  useCallShortcuts(() => shortcutsDialog.set('open'))
  return (
    <main tabIndex={-1}>
      <button type="button">Save</button>
      <input aria-label="Notes" />
      <ShortcutsDialog />
    </main>
  )
}

const show = () =>
  renderScreen({
    screens: { '/': Screen },
    path: '/',
    responses: {},
  })

test('? opens the shortcut list, and closing it restores the focus', async () => {
  await show()
  const save = await screen.findByRole('button', { name: 'Save' })
  save.focus()

  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  expect(screen.getByText('Mute or unmute').closest('div')?.textContent).toBe('Mute or unmuteM')
  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement).toBe(save))
})

test('a question mark in a text field is typed normally', async () => {
  await show()
  const notes = await screen.findByLabelText<HTMLInputElement>('Notes')

  await userEvent.type(notes, 'Monday?')

  expect(notes.value).toBe('Monday?')
  expect(screen.queryByRole('dialog')).toBeNull()
})
