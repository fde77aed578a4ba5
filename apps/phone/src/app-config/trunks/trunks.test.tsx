// @vitest-environment jsdom
import { trunks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { type Responses, uncheckedNumber } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { SetupCard } from '../setup-card.tsx'
import { createTrunk } from './trunk.fixture.ts'
import type { Trunk } from './trunk.ts'
import { TrunkDialog } from './trunk-dialog.tsx'
import { TrunkList } from './trunk-list.tsx'
import { isHost } from './trunk-validation.ts'

afterEach(cleanup)

function trunk(name: string, status: Trunk['state']['status']): Trunk {
  const id = `00000000-0000-4000-8000-${name.padEnd(12, '0')}`
  return createTrunk({ id, name, state: { status, since: 0, sipAnswer: null } })
}

async function showDialog(answers: Responses = {}) {
  const onClose = vi.fn()
  const shown = await renderScreen({
    screens: { '/app-config': () => <TrunkDialog trunk={null} onClose={onClose} /> },
    path: '/app-config',
    responses: answers,
  })
  await screen.findByRole('dialog', { name: 'Add trunk' })
  return { ...shown, onClose }
}

const write = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save trunk' }))

/** Guarantee: a form shows all its errors at the same time. */
test('an invalid trunk shows every error at its field and sends nothing', async () => {
  const { requests } = await showDialog({ 'POST /numbers/check': () => uncheckedNumber })

  await userEvent.clear(screen.getByLabelText('Port'))
  await write('Port', '70000')
  await write('User name', 'ada lovelace')
  await write('Trunk numbers', 'reception')
  await write('Outbound proxy', 'sip:proxy')
  await save()

  const errors = [
    ['Name', 'Enter a name.'],
    ['Host', 'Enter the host that your SIP provider gave you.'],
    ['Port', 'Enter a port from 1 to 65535.'],
    ['User name', 'Enter a user name without spaces or accents.'],
    ['Trunk numbers', 'Not a valid phone number: reception.'],
    ['Outbound proxy', 'Enter a host name or IP address without a port.'],
  ] as const
  for (const [name, sentence] of errors) {
    await screen.findAllByText(sentence)
    const control = screen.getByLabelText(name)
    const [described = ''] = control.getAttribute('aria-describedby')?.split(' ') ?? []
    expect([name, document.getElementById(described)?.textContent]).toEqual([name, sentence])
    expect(control.getAttribute('aria-invalid')).toBe('true')
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(requests.map(({ name }) => name)).toEqual(['POST /numbers/check'])
})

test('an unresolvable host is reported at the host field', async () => {
  await showDialog({
    'POST /trunks'() {
      throw createPhoneApiError('TRUNK_HOST_NOT_FOUND', { host: 'sip.example.com' })
    },
  })

  await write('Name', 'Kestrel')
  await write('Host', 'sip.example.com')
  await save()

  const description = 'This host was not found in DNS. Check the spelling.'
  expect(await screen.findByRole('textbox', { name: 'Host', description })).toBe(document.activeElement)
})

test.each([
  'sip.example.com',
  '192.0.2.1',
  '[2001:db8::1]',
  'sip.example.com:5060',
  'sip:example.com',
  'a b',
  '-a',
  'ä.example',
])('the form and the service validate the host %s alike', (host) => {
  const { success } = trunks.createTrunk.body.safeParse({ name: 'Kestrel', host })

  expect(isHost(host)).toBe(success)
})

test('SR6: TLS encrypts the audio unless the user chooses otherwise, and other transports do not', async () => {
  await showDialog()
  const isEncrypted = () => screen.getByLabelText<HTMLInputElement>('Encrypt the audio (SRTP)').checked
  const results: boolean[] = []

  for (const transport of ['tls', 'udp']) {
    await userEvent.selectOptions(screen.getByLabelText('Transport'), transport)
    results.push(isEncrypted())
  }

  expect(results).toEqual([true, false])
})

test('a trunk transfers calls only after the user has allowed it', async () => {
  const { requests } = await showDialog({ 'POST /trunks': () => trunk('Kestrel', 'ready') })
  const box = screen.getByLabelText<HTMLInputElement>('Transfer calls through the provider (SIP REFER)')
  const wasAllowed = box.checked

  await userEvent.click(box)
  await write('Name', 'Kestrel')
  await write('Host', 'sip.example.com')
  await save()

  expect(wasAllowed).toBe(false)
  await waitFor(() =>
    expect(requests).toMatchObject([{ name: 'POST /trunks', input: { body: { allowsRefer: true } } }]),
  )
})

/** Guarantee: unsaved input is discarded only after confirmation. */
test('Escape closes an unchanged dialog immediately and a changed one after one confirmation', async () => {
  const { onClose } = await showDialog()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  onClose.mockClear()

  await write('Name', 'Kestrel')
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Kestrel')

  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['no trunk', [], 'Open', 'None', null],
  ['an untested trunk', [trunk('Kestrel', 'unchecked')], 'Open', 'Not tested', null],
  ['a reachable trunk', [trunk('Kestrel', 'ready')], 'Done', 'Reachable', null],
  [
    'an unreachable trunk',
    [trunk('Kestrel', 'unreachable')],
    'Needs attention:',
    'Not reachable',
    'Kestrel: The trunk is not responding. Check host, port and transport.',
  ],
  [
    'two trunks, one of which rejects the password',
    [trunk('Kestrel', 'registered'), trunk('Marlow', 'refused')],
    'Needs attention:',
    '1 of 2 reachable',
    'Marlow: The trunk rejected the user name or password. Check both.',
  ],
] as const)('the setup card shows the state of %s', async (_, items, mark, value, reason) => {
  await renderScreen({
    screens: { '/app-config': SetupCard },
    path: '/app-config',
    responses: {
      'GET /trunks': () => ({ items: [...items] }),
      'GET /limits': () => ({
        homeCountry: 'US',
        allowedCountries: ['US'],
        callsPerMinute: 1,
        concurrentCalls: 1,
        callerName: null,
      }),
    },
  })

  await screen.findByText('United States only')
  const row = required(
    (await screen.findByRole('link', { name: 'Trunks' })).closest('li'),
    'row of the trunks',
  )
  await within(row).findByText(value)
  expect(within(row).getByText(mark)).toBeDefined()
  if (reason) expect(within(row).getByText(reason)).toBeDefined()
})

test('the list shows the state of each trunk', async () => {
  await renderScreen({
    screens: { '/app-config': TrunkList },
    path: '/app-config',
    responses: { 'GET /trunks': () => ({ items: [trunk('Kestrel', 'unreachable')] }) },
  })

  expect(await screen.findByText('Not reachable')).toBeDefined()
  expect(screen.getByText('The trunk is not responding. Check host, port and transport.')).toBeDefined()
})

/** Guarantee: closing a dialog restores the keyboard focus. */
test.each([
  ['Edit Kestrel', 'dialog'],
  ['Delete Kestrel', 'alertdialog'],
])('Escape after %s returns the focus to the button', async (name, role) => {
  await renderScreen({
    screens: { '/app-config': TrunkList },
    path: '/app-config',
    responses: { 'GET /trunks': () => ({ items: [trunk('Kestrel', 'ready')] }) },
  })
  const button = await screen.findByRole('button', { name })

  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole(role)
  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement).toBe(button))
})
