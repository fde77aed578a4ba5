// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button, Field, type FormErrors, Input, useForm } from '../index.ts'

afterEach(cleanup)

interface ExampleProps {
  onComplete?: () => void
  /** Errors returned by the server. */
  refusal?: FormErrors
  wait?: Promise<void>
}

function Example({ onComplete, refusal, wait }: ExampleProps) {
  const [name, setName] = useState('')
  const [city, setCity] = useState('')
  const problems = () => ({ name: name ? null : 'Enter a name.', city: city ? null : 'Enter a city.' })
  const form = useForm({
    validate: () => (wait !== undefined ? wait.then(problems) : problems()),
    onValid() {
      onComplete?.()
      if (refusal) form.setErrors(refusal)
    },
  })

  return (
    <form {...form.props}>
      <Field label="Name" error={form.getError('name')}>
        <Input name="name" required value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <details>
        <summary>More</summary>
        <Field label="City" error={form.getError('city')}>
          <Input name="city" value={city} onChange={(event) => setCity(event.target.value)} />
        </Field>
      </details>
      <Button type="submit">Save</Button>
    </form>
  )
}

const save = () => userEvent.click(screen.getByText('Save'))
const describedAs = (description: string) => screen.getByRole('textbox', { description, hidden: true })

/** A form never reveals its errors one at a time. */
test('all errors are shown together at their controls, and the first one gets the focus', async () => {
  const onComplete = vi.fn()
  render(<Example onComplete={onComplete} />)

  await save()

  const name = describedAs('Enter a name.')
  expect(document.activeElement).toBe(name)
  expect([name, describedAs('Enter a city.')].map((control) => control.getAttribute('aria-invalid'))).toEqual(
    ['true', 'true'],
  )
  expect(onComplete).not.toHaveBeenCalled()
})

test('a collapsed section with an error is expanded', async () => {
  render(<Example />)

  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await save()

  expect(document.querySelector('details')?.open).toBe(true)
  expect(document.activeElement).toBe(describedAs('Enter a city.'))
})

test('an error disappears when its control changes, and the others remain', async () => {
  render(<Example />)
  await save()

  await userEvent.type(screen.getByLabelText('Name'), 'A')

  expect(screen.queryByText('Enter a name.')).toBeNull()
  expect(screen.getByText('Enter a city.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('errors of the server are shown in the same way', async () => {
  render(<Example refusal={{ city: 'Unknown city.' }} />)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await userEvent.type(screen.getByLabelText('City'), 'Atlantis')

  await save()

  expect(document.activeElement).toBe(describedAs('Unknown city.'))
})

test('a form is not validated again while validation is running', async () => {
  const onComplete = vi.fn()
  const { promise, resolve } = Promise.withResolvers<void>()
  render(<Example onComplete={onComplete} wait={promise} />)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await userEvent.type(screen.getByLabelText('City'), 'London')

  await save()
  await save()
  resolve()

  await vi.waitFor(() => expect(onComplete).toHaveBeenCalledOnce())
})
