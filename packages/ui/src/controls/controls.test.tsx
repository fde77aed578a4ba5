// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button, DialKey, Field, Input, SecretInput } from '../index.ts'

afterEach(cleanup)

test('a busy button keeps its name and ignores clicks', async () => {
  const onClick = vi.fn()
  render(
    <Button state="busy" onClick={onClick}>
      Save
    </Button>,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(onClick).not.toHaveBeenCalled()
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

test('a disabled button has its reason as description and does not submit its form', async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" disabledReason="Type a number first.">
        Call
      </Button>
    </form>,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Call', description: 'Type a number first.' }))

  expect(onSubmit).not.toHaveBeenCalled()
})

test('a field labels its control and describes its error', () => {
  render(
    <Field label="E-mail" hint="Only you see it." error="This is not an e-mail address.">
      <Input type="email" />
    </Field>,
  )

  const input = screen.getByRole('textbox', {
    name: 'E-mail',
    description: 'This is not an e-mail address. Only you see it.',
  })
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('holding a key for 500 ms is a long press, not a press', () => {
  vi.useFakeTimers()
  const onPress = vi.fn()
  const onLongPress = vi.fn()
  render(<DialKey digit="0" letters="+" onPress={onPress} onLongPress={onLongPress} />)
  const key = screen.getByRole('button', { name: '0' })

  key.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  vi.advanceTimersByTime(500)
  key.dispatchEvent(new MouseEvent('pointerup', { bubbles: true }))
  key.click()
  vi.useRealTimers()

  expect(onLongPress).toHaveBeenCalledExactlyOnceWith('0')
  expect(onPress).not.toHaveBeenCalled()
})

/** A stored secret is never in the document. */
test('a stored secret shows its hint and can be replaced or kept', async () => {
  const onChange = vi.fn()
  render(
    <Field label="Password">
      <SecretInput
        storedHint="ends in 4f2a"
        replaceLabel="Replace"
        retainLabel="Keep it"
        value=""
        onChange={onChange}
      />
    </Field>,
  )
  expect(screen.getByText('ends in 4f2a')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
  await userEvent.type(screen.getByLabelText('Password'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))

  expect(onChange.mock.calls).toEqual([[''], ['x'], [null]])
})
