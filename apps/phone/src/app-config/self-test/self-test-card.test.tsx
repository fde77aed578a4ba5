// @vitest-environment jsdom
import { required } from '@parley/primitives'
import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { SelfTestCard } from './self-test-card.tsx'
import type { SelfTest, StartedTest, TestedPart } from './use-self-test.ts'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work(), asyncUtilTimeout: 10_000 })

const trunkId = '00000000-0000-4000-8000-000000000001'

function createPart(part: TestedPart['part'], changes: Partial<TestedPart> = {}): TestedPart {
  return {
    part,
    trunkId: null,
    name: null,
    isConfigured: true,
    state: 'not-tested',
    problem: null,
    detail: null,
    result: null,
    tookMs: null,
    testedAt: null,
    testedBy: null,
    isOutdated: false,
    ...changes,
  }
}

function createSelfTest(parts: readonly TestedPart[], changes: Partial<SelfTest> = {}): SelfTest {
  const none = { progress: null, hasFreeTestCall: true, testCalls: [], maxTestCallSeconds: 40 }
  return { ...none, ...changes, parts: [...parts] }
}

const failed = (
  part: TestedPart['part'],
  problem: TestedPart['problem'],
  changes: Partial<TestedPart> = {},
) => createPart(part, { state: 'failed', problem, testedAt: Date.now(), ...changes })

async function openCard(shown: SelfTest) {
  const started: StartedTest[] = []
  const responses: Responses = {
    'GET /self-test': () => shown,
    'POST /self-test/runs': ({ body }) => {
      started.push(body as StartedTest)
      return shown
    },
  }
  await renderScreen({ screens: { '/app-config': SelfTestCard }, path: '/app-config', responses })
  const findRow = async (name: string | RegExp) =>
    within(required((await screen.findByText(name)).closest('li'), `row of ${name}`))
  return { started, findRow }
}

/** Guarantee: an administrator reads what is wrong and which page to open. */
test.each([
  [
    failed(
      'trunk',
      { kind: 'trunk', outcome: 'password-refused', subject: 'sip.example.com' },
      { name: 'North', trunkId },
    ),
    'Trunk “North”',
    'sip.example.com rejected the user name or password.',
    '/app-config#trunks',
  ],
  [
    failed('mail', { kind: 'mail', problem: 'auth-refused' }),
    'E-mail',
    'The server rejected the user name or the password. Enter both again.',
    '/app-config/email-config',
  ],
  [
    failed('transcription', { kind: 'provider', problem: 'key-rejected' }, { name: 'models.example.com' }),
    'Transcription',
    'models.example.com did not transcribe the announcement. It rejects the API key.',
    '/app-config/call-analyzer-prompt',
  ],
  [
    failed('keypad', { kind: 'refused', code: 'CALL_LIMIT_SPEND_PER_DAY' }),
    'Keypad digits, there and back',
    /today/,
    '/app-config/costs',
  ],
  [
    failed('storage', { kind: 'storage', problem: 'disk-full' }),
    'Storage of recordings',
    /Ask its operator/,
    null,
  ],
  [
    failed('storage', { kind: 'refused', code: 'FROM_A_LATER_VERSION' }),
    'Storage of recordings',
    /unknown/,
    null,
  ],
  [
    createPart('mail', { isConfigured: false }),
    'E-mail',
    'Not set up. E-mails are sent through the mail server of this installation.',
    '/app-config/email-config',
  ],
] as const)(
  'a part that does not work is explained, with a link to its page: %#',
  async (part, name, text, target) => {
    const { findRow } = await openCard(createSelfTest([part]))

    const row = await findRow(name)
    expect(row.getByText(text)).toBeDefined()
    expect(row.queryByRole('link')?.getAttribute('href') ?? null).toBe(target)
  },
)

test('what came out of a test is shown with its time, who ran it and whether the settings have changed', async () => {
  const passed = { state: 'passed', testedAt: Date.now(), testedBy: 'Grace', tookMs: 1_940 } as const
  const { findRow } = await openCard(
    createSelfTest([
      createPart('keypad', { ...passed, result: '4192 2914' }),
      createPart('mail', { ...passed, result: 'grace@example.com', isOutdated: true }),
    ]),
  )

  const keypad = await findRow('Keypad digits, there and back')
  expect(keypad.getByText('Sent 4 1 9 2, received 2 9 1 4, in reverse order as expected.')).toBeDefined()
  expect(keypad.getByText('Tested by Grace, just now')).toBeDefined()
  expect(keypad.getByText('· 1.9 sec')).toBeDefined()
  expect((await findRow('E-mail')).getByText('The settings have changed since. Test again.')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Everything tested works')
})

test('all parts or one are tested, and none while a test is running', async () => {
  const trunk = createPart('trunk', { name: 'North', trunkId })
  const { started, findRow } = await openCard(createSelfTest([trunk, createPart('keypad')]))

  fireEvent.click(await screen.findByRole('button', { name: 'Run self-test' }))
  await expect.poll(() => started.length).toBe(1)
  const row = await findRow('Trunk “North”')
  fireEvent.click(row.getByRole('button', { name: 'Test: Trunk “North”' }))
  await expect.poll(() => started.length).toBe(2)

  // A test that is not free is placed by its own button alone.
  expect(started[0]).not.toHaveProperty('testCallNumber')
  expect(started[0]?.parts).toHaveLength(6)
  expect(started[1]).toEqual({ parts: ['trunk'], trunkId })
  cleanup()
  const running = createSelfTest([createPart('mail', { state: 'running' }), createPart('storage')], {
    progress: { done: 1, total: 2 },
  })
  const { started: none } = await openCard(running)
  fireEvent.click(await screen.findByRole('button', { name: 'Test: Storage of recordings' }))
  fireEvent.click(screen.getByRole('button', { name: 'Run self-test' }))
  expect(screen.getByRole('status').textContent).toBe('Running, 1 of 2 done')
  expect(none).toEqual([])
})

/** Guarantee (ZR897): no call that costs money is placed before its price is shown and confirmed. */
test('ZR897: a call through a trunk is confirmed with its number and price', async () => {
  const price = { currency: 'USD', perMinuteMicros: 20_000, setupFeeMicros: 0 }
  const call = { number: '+12125552368', from: '+12125552369', trunkName: 'North', price }
  const { started, findRow } = await openCard(
    createSelfTest([createPart('keypad')], {
      hasFreeTestCall: false,
      testCalls: [call, { ...call, number: '+12125552370', price: null }],
    }),
  )
  const row = await findRow('Keypad digits, there and back')
  // Without the free call, a test needs a choice.
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Call through a trunk…'])
  fireEvent.click(row.getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('From +1 212 555 2369, through North. Price: $0.02 a minute.')).toBeDefined()
  expect(started).toEqual([])

  fireEvent.change(dialog.getByRole('combobox'), { target: { value: '+12125552370' } })
  expect(dialog.getByText(/There is no price for this number/)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Place test call' }))

  await expect.poll(() => started).toEqual([{ parts: ['keypad'], testCallNumber: '+12125552370' }])
})
