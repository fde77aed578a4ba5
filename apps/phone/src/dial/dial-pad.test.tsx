// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInEnglish } from '../i18n/render-in-english.tsx'
import { DialPad } from './dial-pad.tsx'

afterEach(cleanup)

function renderPad(props: Partial<Parameters<typeof DialPad>[0]> = {}) {
  const onCall = vi.fn()
  const onKey = vi.fn()
  let show: (later: Partial<Parameters<typeof DialPad>[0]>) => void = () => undefined

  function Pad() {
    const [later, setLater] = useState<Partial<Parameters<typeof DialPad>[0]>>({})
    show = (next) => act(() => setLater(next))
    const [value, setValue] = useState(props.value ?? '')
    return (
      <DialPad
        lastNumber={null}
        homeCountry="US"
        callLabel="Call"
        hasNoMatch={false}
        firstMatch={null}
        blockedReason={null}
        unavailableReason={null}
        facts={null}
        callFrom={null}
        onCall={onCall}
        onKey={onKey}
        {...props}
        {...later}
        value={value}
        onChange={setValue}
      />
    )
  }
  renderInEnglish(<Pad />)
  return { onCall, onKey, show, box: screen.getByLabelText<HTMLInputElement>('Number or name') }
}

test('keys and keyboard type into one number, and Call dials it', async () => {
  const { onCall, onKey, box } = renderPad()

  await userEvent.type(box, '+1555014')
  await userEvent.click(screen.getByRole('button', { name: '2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Call' }))

  expect(box.value).toBe('+1 555 0142')
  expect(onCall).toHaveBeenCalledExactlyOnceWith('+1 555 0142')
  expect(onKey).toHaveBeenLastCalledWith('2')
})

test('Enter calls and Esc clears', async () => {
  const { onCall, box } = renderPad()

  await userEvent.type(box, '+15550142{Enter}')
  await userEvent.type(box, '{Escape}')

  expect(onCall).toHaveBeenCalledExactlyOnceWith('+1 555 0142')
  expect(box.value).toBe('')
})

test('Enter in an empty field inserts the last number, announces this in the hint, and does not call', async () => {
  const { onCall, box } = renderPad({ lastNumber: '+15550142' })

  expect(screen.getByText('Enter inserts +1 555 0142, hold 0 for +')).toBeDefined()
  await userEvent.type(box, '{Enter}')

  expect(box.value).toBe('+1 555 0142')
  expect(onCall).not.toHaveBeenCalled()
})

/** Guarantee: the call button is green only when a call is possible. */
test.each([null, '+15550142'])(
  'with an empty box Call is inactive and says why (last number: %s)',
  async (last) => {
    const { onCall, box } = renderPad({ lastNumber: last })
    const call = screen.getByRole('button', { name: 'Call', description: 'Enter a number or a name first.' })

    await userEvent.click(call)

    expect(call.getAttribute('aria-disabled')).toBe('true')
    expect(box.value).toBe('')
    expect(onCall).not.toHaveBeenCalled()
  },
)

test('Enter on a name selects the first match, as the hint says, and the next Enter calls', async () => {
  const { onCall, box } = renderPad({ firstMatch: { name: 'Grace Okafor', number: '+15550142' } })

  await userEvent.type(box, 'Gra')
  expect(screen.getByText('Enter selects Grace Okafor, Esc clears')).toBeDefined()
  await userEvent.type(box, '{Enter}')
  expect(box.value).toBe('+1 555 0142')
  expect(onCall).not.toHaveBeenCalled()

  expect(screen.getByText('Enter calls, Esc clears, hold 0 for +')).toBeDefined()
  await userEvent.type(box, '{Enter}')
  expect(onCall).toHaveBeenCalledExactlyOnceWith('+1 555 0142')
})

test('Enter during a lookup selects the match when it arrives', async () => {
  const { show, box } = renderPad()

  await userEvent.type(box, 'Gra{Enter}')
  expect(box.value).toBe('Gra')
  show({ firstMatch: { name: 'Grace Okafor', number: '+15550142' } })

  expect(box.value).toBe('+1 555 0142')
})

test('pasted text is reduced to a number, and removed text is announced', async () => {
  const { box } = renderPad()

  await userEvent.click(box)
  await userEvent.paste('Grace, tel. +1 555 0142 ext 12')

  expect(box.value).toBe('+1 555 0142 ext 12')
  expect(screen.getByRole('status').textContent).toBe('Removed the text around the number.')
})

test('a name is neither reformatted nor dialled', async () => {
  const { onCall, box } = renderPad()

  await userEvent.type(box, 'Grace{Enter}')

  expect(box.value).toBe('Grace')
  expect(onCall).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Call', description: /not a phone number/ })).toBeDefined()
})

test('an unknown name shows an error with advice and stays in the field', async () => {
  const { onCall, box } = renderPad({ hasNoMatch: true })

  await userEvent.type(box, 'Grase')
  expect(screen.getByRole('status').textContent).toMatch(/^No contact or colleague matches “Grase”\./)
  await userEvent.type(box, '{Enter}')

  expect(screen.getByRole('alert').textContent).toMatch(/Check the spelling, or enter a number\.$/)
  expect(box.value).toBe('Grase')
  expect(onCall).not.toHaveBeenCalled()
})

test('Enter on an ambiguous name asks for a selection until the input changes', async () => {
  const { box } = renderPad()

  await userEvent.type(box, 'Gra')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(box, '{Enter}')
  expect(screen.getByRole('alert').textContent).toMatch(/Select a match/)

  await userEvent.type(box, 'c')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Enter explains why calling is unavailable and keeps the number', async () => {
  const { onCall, box } = renderPad({ unavailableReason: 'The current call has not been answered yet.' })

  await userEvent.type(box, '+15550142{Enter}')

  expect(screen.getByRole('alert').textContent).toBe('The current call has not been answered yet.')
  expect(box.value).toBe('+1 555 0142')
  expect(onCall).not.toHaveBeenCalled()
})

/** Guarantee: a blocked number is reported before the call. */
test('a blocked number cannot be called and shows the reason', async () => {
  const { onCall } = renderPad({
    value: '+1 900 555 0142',
    blockedReason: 'Call not placed: this is a premium-rate number.',
  })

  await userEvent.click(screen.getByRole('button', { name: 'Call', description: /premium-rate number/ }))

  expect(onCall).not.toHaveBeenCalled()
})

test('the delete key removes one digit regardless of grouping characters', async () => {
  const { box } = renderPad({ value: '+1 555 01' })
  const deleteKey = screen.getByRole('button', { name: 'Delete last digit' })

  await userEvent.click(deleteKey)
  await userEvent.click(deleteKey)

  expect(box.value.replace(/\D/g, '')).toBe('1555')
})
