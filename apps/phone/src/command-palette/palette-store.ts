import { createStore } from '@parley/primitives'

/** Whether the command palette is open. */
export const commandPalette = createStore<'closed' | 'open'>('closed')

/** Whether the keyboard has a Command key, which is used instead of Ctrl. */
export function hasCommandKey(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** Dialogs, alerts and menus, which must be closed first. The palette opens over a drawer: it has the details of an item. */
const blocking = [
  '[role="dialog"]:not([data-drawer], [data-command-dialog])',
  '[role="alertdialog"]:not([aria-modal="false"])',
  '[role="menu"]',
].join(', ')

/** Opens the palette, unless something that must be closed first is open. Returns whether it did. */
export function openCommandPalette(): boolean {
  if (document.querySelector(blocking)) return false
  commandPalette.set('open')
  return true
}
