// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInEnglish } from '../../i18n/render-in-english.tsx'
import { CallKeypad } from './call-keypad.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a sent key is lit for a moment, and not again when the keypad is opened later', () => {
  const { rerender } = renderInEnglish(<CallKeypad sent="1" onKey={() => undefined} />)
  const isLit = (name: RegExp) => screen.getByRole('button', { name }).hasAttribute('data-down')
  expect(isLit(/^1/)).toBe(false)

  rerender(<CallKeypad sent="17" onKey={() => undefined} />)
  expect(isLit(/^7/)).toBe(true)

  act(() => vi.advanceTimersByTime(200))
  expect(isLit(/^7/)).toBe(false)
})
