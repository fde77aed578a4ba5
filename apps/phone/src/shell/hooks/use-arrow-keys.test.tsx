// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { useArrowKeys } from './use-arrow-keys.ts'

afterEach(cleanup)

function Form() {
  useArrowKeys()
  return null
}

function Page({ hasForm }: { hasForm: boolean }) {
  useArrowKeys()
  return (
    <div data-arrow-keys>
      {['First', 'Second', 'Third'].map((name) => (
        <button key={name} type="button" data-arrow-item>
          {name}
        </button>
      ))}
      {hasForm && <Form />}
    </div>
  )
}

test('the arrow keys move the focus by one row, also while and after another part of the page uses them', async () => {
  const { rerender } = render(<Page hasForm={false} />)
  screen.getByRole('button', { name: 'First' }).focus()
  const press = async (key: string) => {
    await userEvent.keyboard(`{${key}}`)
    return document.activeElement?.textContent
  }

  rerender(<Page hasForm />)
  expect(await press('ArrowDown')).toBe('Second')
  rerender(<Page hasForm={false} />)
  expect(await press('ArrowDown')).toBe('Third')
  expect(await press('ArrowUp')).toBe('Second')
})
