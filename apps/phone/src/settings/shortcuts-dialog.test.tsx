// @vitest-environment jsdom

import type { Call } from '@parley/contract/phone'
import { createStore } from '@parley/primitives'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  callFixture,
  consultationFixture,
  createLocalCall,
  grace,
  linus,
  ownLeg,
} from '../current-call/call.fixture.ts'
import { noCalls } from '../current-call/manager/call-manager-state.ts'
import type { CallTool } from '../current-call/tools/call-controls.tsx'
import { createFakeCallManager } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { ShortcutsDialog, shortcutsDialog } from './shortcuts-dialog.tsx'
import { useCallShortcuts } from './use-call-shortcuts.ts'

afterEach(() => {
  cleanup()
  onShowTool.mockClear()
})

const onShowTool = vi.fn()

function Screen() {
  useCallShortcuts({ onHelp: () => shortcutsDialog.set('open'), onShowTool })
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

const threeWay: Call = { ...callFixture, legs: [ownLeg, grace, linus] }
const withColleague: Call = {
  ...callFixture,
  legs: [ownLeg, grace, { ...ownLeg, id: 'leg-hedy', userId: 'hedy', name: 'Hedy' }],
}

/**
 * Guarantee (ZR971, ZR972): a call is ended by a key, and so is only the inner call of a user who talks to another number
 * first. The key ends neither an emergency call nor a call of others.
 */
test.each<[string, Call | null, string[]]>([
  ['a call', callFixture, ['hang up']],
  ['only the part of the user in a call with a colleague', withColleague, ['hang up']],
  ['the call with the number of a transfer', consultationFixture, ['return']],
  ['no call', null, []],
  ['no emergency call', { ...callFixture, hasEmergencyService: true }, []],
  ['no call that would end for everyone', threeWay, []],
  [
    'no call that would end for those whom the user added',
    { ...threeWay, conferenceLegs: [{ ...linus, id: 'leg-other' }] },
    [],
  ],
])('X ends %s', async (_, call, expected) => {
  const { done } = await showCall(call)

  await userEvent.keyboard('x')
  await userEvent.type(screen.getByLabelText('Notes'), 'x')

  expect(done).toEqual(expected)
})

/** Guarantee (ZR972): a key that is pressed while a confirmation is open does not end the call. */
test('X ends no call while a confirmation is open, but does beside an incoming call', async () => {
  const { done } = await showCall(callFixture)
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'alertdialog')
  onTestFinished(() => dialog.remove())

  await userEvent.keyboard('x')
  expect(done).toEqual([])
  dialog.setAttribute('aria-modal', 'false')
  await userEvent.keyboard('x')

  expect(done).toEqual(['hang up'])
})

async function showCall(call: Call | null) {
  const done: string[] = []
  const localCall = createLocalCall(call)
  const state = call ? { ...noCalls, localCalls: [localCall], activeKey: localCall.key } : noCalls
  const tool = createStore<CallTool>('none')
  const callManager = createFakeCallManager(state, { hangUp: vi.fn(async () => void done.push('hang up')) })
  callManager.commands.endConsultation = async (_key, end) =>
    void done.push(end === 'cancel' ? 'return' : end)
  await renderScreen({ screens: { '/': Screen }, path: '/', responses: {}, phone: { callManager, tool } })
  await screen.findByRole('button', { name: 'Save' })
  return { done, tool }
}

test.each([
  ['t', 'transfer'],
  ['k', 'keypad'],
])('%s shows the tool of the call, which is opened where only a line shows it', async (key, expected) => {
  const { tool } = await showCall(callFixture)

  await userEvent.keyboard(key)
  expect(tool.get()).toBe(expected)
  expect(onShowTool).toHaveBeenCalledOnce()
  await userEvent.keyboard(key)

  expect(tool.get()).toBe('none')
  expect(onShowTool).toHaveBeenCalledOnce()
})

test('T does nothing during a consultation', async () => {
  const { tool } = await showCall(consultationFixture)

  await userEvent.keyboard('t')

  expect(tool.get()).toBe('none')
  expect(onShowTool).not.toHaveBeenCalled()
})

test('the shortcut list names the key that hangs up', async () => {
  await show()
  await screen.findByRole('button', { name: 'Save' })

  await userEvent.keyboard('?')

  expect((await screen.findByText('Hang up')).closest('div')?.textContent).toBe('Hang upX')
})
