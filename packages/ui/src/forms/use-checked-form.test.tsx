// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button, Field, type FormProblems, Input, useCheckedForm } from '../index.ts'

afterEach(cleanup)

interface ExampleProps {
  onComplete?: () => void
  /** What the receiver of the form finds wrong. */
  refusal?: FormProblems
  wait?: Promise<void>
}

function Example({ onComplete, refusal, wait }: ExampleProps) {
  const [name, setName] = useState('')
  const [city, setCity] = useState('')
  const problems = () => ({ name: name ? null : 'Write a name.', city: city ? null : 'Write a city.' })
  const form = useCheckedForm({
    check: () => (wait ? wait.then(problems) : problems()),
    onComplete() {
      onComplete?.()
      if (refusal) form.tell(refusal)
    },
  })

  return (
    <form {...form.props}>
      <Field label="Name" error={form.problemOf('name')}>
        <Input name="name" required value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <details>
        <summary>More</summary>
        <Field label="City" error={form.problemOf('city')}>
          <Input name="city" value={city} onChange={(event) => setCity(event.target.value)} />
        </Field>
      </details>
      <Button type="submit">Save</Button>
    </form>
  )
}

const save = () => userEvent.click(screen.getByText('Save'))
const describedAs = (description: string) => screen.getByRole('textbox', { description, hidden: true })

/** Guarantee: nobody learns of the problems of a form one after the other. */
test('all problems are told at once, each at its control, and the focus goes to the first', async () => {
  const onComplete = vi.fn()
  render(<Example onComplete={onComplete} />)

  await save()

  const name = describedAs('Write a name.')
  expect(document.activeElement).toBe(name)
  expect([name, describedAs('Write a city.')].map((control) => control.getAttribute('aria-invalid'))).toEqual(
    ['true', 'true'],
  )
  expect(onComplete).not.toHaveBeenCalled()
})

test('a problem that lies folded away is opened', async () => {
  render(<Example />)

  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await save()

  expect(document.querySelector('details')?.open).toBe(true)
  expect(document.activeElement).toBe(describedAs('Write a city.'))
})

test('a problem goes when its control changes, and the others stay', async () => {
  render(<Example />)
  await save()

  await userEvent.type(screen.getByLabelText('Name'), 'A')

  expect(screen.queryByText('Write a name.')).toBeNull()
  expect(screen.getByText('Write a city.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('what the receiver refuses is told in the same way', async () => {
  render(<Example refusal={{ city: 'Nobody knows this city.' }} />)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await userEvent.type(screen.getByLabelText('City'), 'Atlantis')

  await save()

  expect(document.activeElement).toBe(describedAs('Nobody knows this city.'))
})

test('a form whose check takes a while is checked once', async () => {
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
