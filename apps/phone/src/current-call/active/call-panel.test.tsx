// @vitest-environment jsdom
import type { BrowserLegState } from '@parley/call-engine/browser'
import type { Call, Leg, LegQuality } from '@parley/contract/phone'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInEnglish } from '../../i18n/render-in-english.tsx'
import { connectedLeg, createFakeDevices } from '../../phone.fixture.ts'
import { callFixture, grace, linus, ownLeg } from '../call.fixture.ts'
import { CallPanel } from './call-panel.tsx'
import type { CallPanelProps } from './call-panel-props.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
})

const hedy: Leg = { ...grace, id: 'leg-hedy', number: '+15550188', name: 'Hedy' }
const now = Date.now()
const talking: Call = { ...callFixture, startedAt: now - 70_000, answeredAt: now - 65_000 }

function renderPanel(parts: {
  call?: Call | null
  localCall?: Partial<CallPanelProps['localCall']>
  leg?: Partial<BrowserLegState>
  props?: Partial<CallPanelProps>
}) {
  const actions = {
    onMute: vi.fn(),
    onHold: vi.fn(),
    onRecord: vi.fn(),
    onKey: vi.fn(),
    onInvite: vi.fn(async () => undefined),
    onTransferEnd: vi.fn(),
    onPark: vi.fn(),
    onRemove: vi.fn(),
    onSaveNotes: vi.fn(async () => undefined),
    onHangUp: vi.fn(),
    onPlay: vi.fn(),
    onMicrophone: vi.fn(),
    onTool: vi.fn(),
    onOpenChange: vi.fn(),
  }
  const call = parts.call === undefined ? talking : parts.call
  renderInEnglish(
    <CallPanel
      localCall={{
        key: '1',
        title: '+1 555 0142',
        dialledNumber: '+1 555 0142',
        call,
        legId: ownLeg.id,
        sentDigits: '',
        ...parts.localCall,
      }}
      blockButton={null}
      tags={null}
      leg={{ ...connectedLeg, ...parts.leg }}
      levels={{}}
      devices={createFakeDevices()}
      homeCountry="US"
      emergencyAddress={null}
      reconnectTimeoutMs={60_000}
      clockOffsetMs={0}
      tool="none"
      layout="docked"
      {...actions}
      {...parts.props}
    />,
  )
  return actions
}

test('before the response of the service, the panel shows the dialled number and Hang up', async () => {
  const { onHangUp } = renderPanel({ call: null, leg: { connection: { phase: 'connecting' } } })

  expect(screen.getByRole('heading', { name: '+1 555 0142' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Hang up' }))

  expect(onHangUp).toHaveBeenCalledOnce()
})

test.each([
  ['opening-microphone', '+15550142', 'Preparing the microphone'],
  ['opening-microphone', null, 'Preparing the microphone'],
  ['connecting', '+15550142', 'Calling'],
  ['connecting', null, 'Connecting audio'],
] as const)(
  'before the response of the service, with %s and the dialled number %s, the state is “%s”',
  (phase, dialledNumber, word) => {
    renderPanel({ call: null, localCall: { dialledNumber }, leg: { connection: { phase } } })

    expect(screen.getByText(word)).toBeDefined()
  },
)

test.each([
  ['dialing', 'Calling', null],
  ['ringing', 'Ringing', 'ringing 0:'],
  ['early', 'Ringing (network announcement)', null],
] as const)(
  'hold, add and transfer are disabled, and nothing can be recorded, while %s',
  (phase, word, timer) => {
    renderPanel({ call: { ...talking, phase, startedAt: Date.now() - 5_000, answeredAt: null } })

    expect(screen.getByText(word)).toBeDefined()
    expect(screen.queryByRole('timer')?.textContent.slice(0, 10) ?? null).toBe(timer)
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
    for (const name of ['Hold', 'Add', 'Transfer']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    }
  },
)

const measured: LegQuality = {
  verdict: 'good',
  side: null,
  roundTripMs: null,
  jitterMs: 2.31,
  lossPercent: 0,
  mos: 4.3,
}
const measuredLeg = { ...ownLeg, quality: measured }

/** Guarantee: no quality is shown before the answer. */
test.each(['docked', 'large'] as const)('the %s panel shows no quality before the answer', (layout) => {
  const legs = [measuredLeg, { ...grace, state: 'ringing' as const, joinedAt: null }]
  renderPanel({ call: { ...talking, phase: 'ringing', answeredAt: null, legs }, props: { layout } })

  expect(screen.queryByText(/good/i)).toBeNull()
})

test('the quality details show the measured values', () => {
  renderPanel({ call: { ...talking, legs: [measuredLeg, grace] } })

  expect(screen.getByRole('button', { name: /^Good line/ }).textContent).toBe(
    'Good lineJitter 2.3 ms, Loss 0 %',
  )
})

test.each([
  [
    { ...measuredLeg, quality: { ...measured, verdict: 'choppy', side: 'browser' } },
    'Choppy: your connection',
  ],
  [{ ...measuredLeg, quality: { ...measured, verdict: 'fair', side: 'network' } }, 'Fair: network'],
  [{ ...linus, quality: { ...measured, verdict: 'lost', side: 'browser' } }, 'Lost: Linus’s connection'],
  [{ ...grace, quality: { ...measured, verdict: 'choppy', side: 'line' } }, 'Choppy line'],
] as const)('the side that impairs the audio is named: %#', (leg, label) => {
  renderPanel({ call: { ...talking, legs: [leg] } })

  expect(screen.getByRole('button', { name: new RegExp(`^${label}`) })).toBeDefined()
})

test.each(['docked', 'large'] as const)(
  'the %s panel says whose audio does not arrive, and how to find out why',
  (layout) => {
    const legs = [ownLeg, { ...grace, oneWayCause: 'private-address' as const }]
    renderPanel({ call: { ...talking, legs }, props: { layout } })

    expect(screen.getByText('You cannot hear Grace: no audio is arriving')).toBeDefined()
    expect(screen.getByText(/private address.*NAT settings/)).toBeDefined()
  },
)

test('a call answered here shows that audio is connecting, not ringing', () => {
  renderPanel({
    call: { ...talking, direction: 'incoming', phase: 'ringing', answeredAt: null },
    leg: { connection: { phase: 'connecting' } },
  })

  expect(screen.getByText('Connecting audio')).toBeDefined()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('the timer starts at the answer', () => {
  vi.setSystemTime(talking.startedAt + 70_000)

  renderPanel({})

  expect(screen.getByText('Connected')).toBeDefined()
  expect(screen.getByRole('timer').textContent).toBe('01:05')
})

test('each control is labeled with its action, or its state once pressed', async () => {
  const legs = [ownLeg, { ...grace, isOnHold: true }]
  const actions = renderPanel({ leg: { isMuted: true }, call: { ...talking, phase: 'on-hold', legs } })

  const muted = screen.getByRole('button', { name: 'Muted', pressed: true })
  await userEvent.click(muted)
  await userEvent.click(screen.getByRole('button', { name: 'On hold', pressed: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Record' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keypad' }))

  expect(actions.onMute).toHaveBeenCalledExactlyOnceWith(false)
  expect(actions.onHold).toHaveBeenCalledExactlyOnceWith(false)
  expect(actions.onRecord).toHaveBeenCalledExactlyOnceWith('start')
  expect(actions.onTool).toHaveBeenCalledExactlyOnceWith('keypad')
})

const consulted: Call['transfer'] = {
  stage: 'consulting',
  legId: hedy.id,
  number: '+15550188',
  name: 'Hedy',
  userId: ownLeg.userId ?? '',
  resumesRecording: false,
  at: 0,
}

test('a consultation shows who waits, and is completed, left or joined', async () => {
  const transfer = consulted
  const legs = [ownLeg, { ...grace, isOnHold: true }, hedy]
  const call: Call = { ...talking, phase: 'on-hold', legs, transfer }
  const actions = renderPanel({ call })

  expect(screen.getByText('Talking first, before the transfer')).toBeDefined()
  const consultation = within(screen.getByRole('region', { name: 'Transfer' }))
  expect(consultation.getByText('Grace is on hold')).toBeDefined()
  expect(consultation.getByText('Hears music, and neither you nor Hedy')).toBeDefined()
  for (const name of ['Complete transfer', 'Return', 'Merge all'])
    await userEvent.click(consultation.getByRole('button', { name }))

  expect(actions.onTransferEnd.mock.calls).toEqual([['complete'], ['cancel'], ['join']])
  for (const name of ['Add', 'Transfer'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
})

test('ZR564: an emergency call is neither transferred, parked nor left to others', () => {
  renderPanel({ call: { ...talking, hasEmergencyService: true, legs: [ownLeg, grace, linus] } })

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Transfer' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(false)
  for (const name of ['Park', 'Leave, others stay connected'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test.each(['docked', 'bar', 'large'] as const)(
  'an emergency call says so, with its address (%s)',
  (layout) => {
    const call = { ...talking, hasEmergencyService: true, number: '911', name: null }
    renderPanel({ call, props: { layout, emergencyAddress: '1 Main Street' } })

    expect(screen.getByText('Emergency call')).toBeDefined()
    expect(screen.getByText('Registered address: 1 Main Street')).toBeDefined()
    expect(screen.queryByText('Not in contacts')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
  },
)

test.each(['docked', 'bar', 'large'] as const)(
  'ZR606: an emergency call without a microphone stays one, and says that the user is not heard (%s)',
  async (layout) => {
    const devices = createFakeDevices()
    const blocked = { ...devices.get(), microphone: { phase: 'blocked', cause: 'denied' } } as const
    const call = { ...talking, hasEmergencyService: true, number: '911', name: null }
    const { onMicrophone } = renderPanel({
      call,
      props: { layout, devices: { ...devices, get: () => blocked } },
    })

    expect(screen.getByText('Emergency call')).toBeDefined()
    expect(screen.getByText('The others cannot hear you. You can hear them.')).toBeDefined()
    if (layout === 'bar') return
    expect(screen.getByText(/^Your browser is blocking the microphone/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onMicrophone).toHaveBeenCalledOnce()
  },
)

test('the only user of a call with two telephones leaves them connected', async () => {
  const leave = { name: 'Leave, others stay connected' }
  const { onTransferEnd } = renderPanel({ call: { ...talking, legs: [ownLeg, grace, linus] } })
  await userEvent.click(screen.getByRole('button', leave))
  expect(onTransferEnd).toHaveBeenCalledExactlyOnceWith('complete')
  cleanup()

  const colleague = { ...ownLeg, id: 'leg-colleague', userId: 'colleague' }
  renderPanel({ call: { ...talking, legs: [ownLeg, grace] } })
  expect(screen.queryByRole('button', leave)).toBeNull()
  cleanup()
  // With a colleague in the call, hanging up does so.
  const actions = renderPanel({ call: { ...talking, legs: [ownLeg, colleague, grace, linus] } })
  await userEvent.click(screen.getByRole('button', leave))
  expect([actions.onHangUp.mock.calls.length, actions.onTransferEnd.mock.calls.length]).toEqual([1, 0])
})

/** Guarantee: a user sees whether a conversation after a consultation is recorded. */
test('during a consultation, the user keeps the recording paused, and can neither start nor resume it', async () => {
  const call: Call = { ...talking, phase: 'on-hold', recordingState: 'paused', transfer: consulted }
  const { onRecord } = renderPanel({ call: { ...call, transfer: { ...consulted, resumesRecording: true } } })
  expect(screen.getByText('Paused while you talk first. Recording continues afterwards.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Keep paused' }))
  expect(onRecord).toHaveBeenCalledExactlyOnceWith('pause')
  cleanup()

  renderPanel({ call })
  expect(screen.getByText('Paused: nothing is recorded, not even afterwards')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Stop recording' })).toBeDefined()
  for (const name of ['Keep paused', 'Resume recording'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  cleanup()

  renderPanel({ call: { ...call, recordingState: 'off' } })
  expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
})

test('the large panel shows during a consultation who hears whom', () => {
  const legs = [ownLeg, { ...grace, isOnHold: true }, hedy]
  const call: Call = { ...talking, phase: 'on-hold', legs, transfer: consulted }
  renderPanel({ call, props: { layout: 'large' } })

  const participants = within(screen.getByRole('list', { name: 'In this call' }))
  expect(participants.getByText('Heard by Hedy only')).toBeDefined()
  expect(participants.getByText('On hold, hears music')).toBeDefined()
})

test('the call bar shows during a consultation who is consulted and who waits', () => {
  const legs = [ownLeg, { ...grace, isOnHold: true }, hedy]
  const call: Call = { ...talking, phase: 'on-hold', legs, transfer: consulted }
  renderPanel({ call, props: { layout: 'bar' } })

  expect(screen.getByRole('heading', { name: 'Hedy' })).toBeDefined()
  expect(screen.getByText('Grace is on hold')).toBeDefined()
})

test('a call that is on hold before its answer is resumed with the Hold control', async () => {
  const legs: Call['legs'] = [ownLeg, { ...grace, state: 'ringing', joinedAt: null, isOnHold: true }]
  const { onHold } = renderPanel({ call: { ...talking, phase: 'ringing', answeredAt: null, legs } })

  await userEvent.click(screen.getByRole('button', { name: 'On hold', pressed: true }))

  expect(onHold).toHaveBeenCalledExactlyOnceWith(false)
})

test('another member in the call sees who is consulted, cannot end the consultation, and hangs up for themself', async () => {
  const linusAtWork = { ...ownLeg, id: 'leg-linus-at-work', userId: 'linus', name: 'Linus' }
  const legs = [{ ...ownLeg, isOnHold: true }, { ...grace, isOnHold: true }, hedy, linusAtWork]
  const call: Call = { ...talking, phase: 'on-hold', legs, transfer: { ...consulted, userId: 'linus' } }
  const actions = renderPanel({ call })

  const consultation = within(screen.getByRole('region', { name: 'Transfer' }))
  expect(consultation.getByText('Linus is talking to Hedy first')).toBeDefined()
  expect(consultation.getByText(/^You are on hold/)).toBeDefined()
  expect(consultation.queryAllByRole('button')).toEqual([])
  expect(screen.getByText('On hold')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Leave, others stay connected' }))
  expect([actions.onHangUp.mock.calls.length, actions.onTransferEnd.mock.calls.length]).toEqual([1, 0])
})

/** Guarantee: a user is informed of a recording for as long as it lasts. */
test('a recording is shown in words and can be stopped', async () => {
  const { onRecord } = renderPanel({ call: { ...talking, recordingState: 'on' } })

  expect(screen.getByText('Recording, announced to everyone')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Stop recording' }))

  expect(onRecord).toHaveBeenCalledExactlyOnceWith('stop')
})

test('a recording is paused and resumed, and a pause is shown in words', async () => {
  const running = renderPanel({ call: { ...talking, recordingState: 'on' } })
  await userEvent.click(screen.getByText('Pause recording'))
  expect(running.onRecord).toHaveBeenCalledExactlyOnceWith('pause')
  cleanup()

  const paused = renderPanel({ call: { ...talking, recordingState: 'paused' } })
  expect(screen.getByText('Paused: nothing is recorded')).toBeDefined()
  await userEvent.click(screen.getByText('Resume recording'))
  expect(paused.onRecord).toHaveBeenCalledExactlyOnceWith('resume')
})

test.each([
  ['failed', /^Recording has stopped: the server could not save it\./],
  ['no-space', /^Recording has stopped: there is no space left for recordings\./],
] as const)(
  'a recording that has ended as %s shows the reason and can be restarted',
  async (recordingState, reason) => {
    const { onRecord } = renderPanel({ call: { ...talking, recordingState } })

    expect(screen.getByText(reason)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Stop recording' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Record/ }))

    expect(onRecord).toHaveBeenCalledExactlyOnceWith('start')
  },
)

test('a call with three participants is labeled a conference', () => {
  renderPanel({ call: { ...talking, legs: [ownLeg, grace, linus] } })

  expect(screen.getByText('Conference of 3')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Grace and Linus' })).toBeDefined()
})

test('a ringing participant does not count towards the conference', () => {
  const ringing = { ...linus, state: 'ringing' as const, joinedAt: null }
  renderPanel({ call: { ...talking, legs: [ownLeg, grace, ringing] } })

  expect(screen.getByText('Connected')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Grace' })).toBeDefined()
})

test('the panel shows that the other party put the user on hold', () => {
  renderPanel({
    call: { ...talking, legs: [ownLeg, { ...grace, isHoldingUs: true }] },
    props: { layout: 'large' },
  })

  expect(screen.getByText('The other party put you on hold')).toBeDefined()
  expect(screen.getByText('Put you on hold')).toBeDefined()
})

test('the panel shows that the voicemail of a colleague has answered', () => {
  const call = { ...talking, legs: [ownLeg, { ...grace, isVoicemail: true }] }
  renderPanel({ call, props: { layout: 'large' } })

  expect(screen.getByText('Voicemail of Grace')).toBeDefined()
  expect(screen.queryByText('Connected')).toBeNull()
  const [, row] = within(screen.getByRole('list', { name: 'In this call' })).getAllByRole('listitem')
  expect(row?.textContent).toContain('Voicemail')
})

test('a lost connection shows a countdown of the reconnection time', () => {
  renderPanel({ leg: { connection: { phase: 'reconnecting', attempt: 1 } } })

  expect(screen.getByText(/^Reconnecting: (60|59) s left$/)).toBeDefined()
})

test('talking while muted shows a warning with an Unmute button', async () => {
  const { onMute } = renderPanel({ leg: { isMuted: true, isTalkingWhileMuted: true } })

  expect(screen.getByText('You are talking while muted')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Unmute' }))

  expect(onMute).toHaveBeenCalledExactlyOnceWith(false)
})

test('digits are sent one by one, and sent digits are shown', async () => {
  const { onKey } = renderPanel({
    props: {
      tool: 'keypad',
      localCall: {
        key: '1',
        title: '',
        dialledNumber: null,
        call: talking,
        legId: ownLeg.id,
        sentDigits: '41',
      },
    },
  })

  await userEvent.click(screen.getByRole('button', { name: '9' }))

  expect(onKey).toHaveBeenCalledExactlyOnceWith('9')
  expect(screen.getByText('41')).toBeDefined()
})

test('notes show Saved only after an edit', async () => {
  renderPanel({})
  expect(screen.queryByText('Saved')).toBeNull()

  await userEvent.type(screen.getByLabelText(/^Notes/), 'By 4 December')

  expect(await screen.findByText('Saved', {}, { timeout: 5_000 })).toBeDefined()
})

test('notes are saved when the panel unmounts', async () => {
  const { onSaveNotes } = renderPanel({})

  await userEvent.type(screen.getByLabelText(/^Notes/), 'By 4 December')
  cleanup()

  expect(onSaveNotes).toHaveBeenLastCalledWith('By 4 December', expect.any(AbortSignal))
})

/** Guarantee: a repeated request never replaces newer notes by older ones. */
test('saving newer notes aborts the save of older ones', async () => {
  const onSaveNotes = vi.fn(
    (_notes: string, signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  renderPanel({ props: { onSaveNotes } })
  const field = screen.getByLabelText(/^Notes/)
  const leavePage = () => window.dispatchEvent(new Event('pagehide'))

  await userEvent.type(field, 'By 4')
  leavePage()
  await userEvent.type(field, ' December')
  leavePage()

  const saves = onSaveNotes.mock.calls.map(([notes, { aborted }]) => [notes, aborted])
  expect(saves).toEqual([
    ['By 4', true],
    ['By 4 December', false],
  ])
})

/** Guarantee: typed notes survive a reload, saved or not. */
test('notes are saved on page hide and restored after an earlier reload', async () => {
  const neverAnswered = vi.fn(() => new Promise<void>(() => undefined))
  renderPanel({ props: { onSaveNotes: neverAnswered } })
  await userEvent.type(screen.getByLabelText(/^Notes/), 'By 4 December')
  window.dispatchEvent(new Event('pagehide'))
  expect(neverAnswered).toHaveBeenCalledExactlyOnceWith('By 4 December', expect.any(AbortSignal))
  cleanup()

  const { onSaveNotes } = renderPanel({})

  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('By 4 December')
  expect(onSaveNotes).toHaveBeenCalledExactlyOnceWith('By 4 December', expect.any(AbortSignal))
  expect(await screen.findByText('Saved')).toBeDefined()
  cleanup()
  renderPanel({})
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('')
})

test('the panel shows that the other party records the call', () => {
  renderPanel({ call: { ...talking, otherRecorders: [{ name: null }] } })

  expect(screen.getByText('The other party is recording')).toBeDefined()
})

/** Guarantee: a user who pauses for card data knows who still records. */
test('ZR703: the panel says beside Pause that the other party still records during a pause, but not a colleague', () => {
  const call = { ...talking, recordingState: 'on' } as const
  renderPanel({ call: { ...call, otherRecorders: [{ name: 'Grace' }, { name: null }] } })
  expect(screen.getByText('The other party is recording, also while you pause')).toBeDefined()

  cleanup()
  renderPanel({ call: { ...call, otherRecorders: [{ name: 'Grace' }] } })
  expect(screen.queryByText(/The other party/)).toBeNull()
})

test('the panel names the colleagues who record the call', () => {
  renderPanel({ call: { ...talking, otherRecorders: [{ name: 'Grace' }, { name: 'Linus' }] } })

  expect(screen.getByText('Recorded by Grace and Linus')).toBeDefined()
  expect(screen.queryByText('Not recording')).toBeNull()
})

/** Guarantee: a user sees everyone who hears them. */
test('participants in the calls of colleagues are shown with their state, and cannot be removed', () => {
  const inOtherCall = { ...linus, isMuted: true }
  const call = { ...talking, legs: [ownLeg, grace, hedy], conferenceLegs: [inOtherCall] }
  renderPanel({ call, props: { layout: 'large' } })

  expect(screen.getByText('Conference of 4')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Grace, Hedy, and Linus' })).toBeDefined()
  const [, , , row] = within(screen.getByRole('list', { name: 'In this call' })).getAllByRole('listitem')
  expect(row?.textContent).toMatch(/Linus.*Muted/)
  expect(screen.getByRole('button', { name: 'Remove Grace' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Remove Linus' })).toBeNull()
})

/** Guarantee: the only button that ends the user's own call is Hang up. */
test.each([
  [
    'the guest of a conference',
    { direction: 'incoming', legs: [ownLeg, grace], conferenceLegs: [linus] },
    [],
  ],
  [
    'a guest who added another participant',
    { direction: 'incoming', legs: [ownLeg, grace, hedy], conferenceLegs: [linus] },
    ['Remove Hedy'],
  ],
  ['a user with one other participant', { legs: [ownLeg, grace] }, []],
  [
    'a user with one participant after another has left',
    { legs: [ownLeg, grace, { ...hedy, state: 'left' as const }] },
    [],
  ],
  ['the user who began a conference', { legs: [ownLeg, grace, hedy] }, ['Remove Grace', 'Remove Hedy']],
] as const)(
  '%s can remove only participants whose departure does not end the own call',
  (_, parts, expected) => {
    const call: Call = {
      ...talking,
      ...parts,
      legs: [...parts.legs],
      conferenceLegs: 'conferenceLegs' in parts ? [...parts.conferenceLegs] : [],
    }
    renderPanel({ call, props: { layout: 'large' } })

    const buttons = screen.queryAllByRole('button', { name: /^Remove / })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(expected)
  },
)

test.each(['docked', 'large'] as const)('the %s panel says that an added participant rings', (layout) => {
  const ringing = { ...linus, state: 'ringing' as const, joinedAt: null }
  renderPanel({ call: { ...talking, legs: [ownLeg, grace, ringing] }, props: { layout } })

  expect(screen.getByText('Ringing')).toBeDefined()
})

test('the bar of a call says in a line for itself that the other party records', () => {
  renderPanel({ call: { ...talking, otherRecorders: [{ name: null }] }, props: { layout: 'bar' } })

  expect(screen.getByText('The other party is recording').className).not.toContain('truncate')
})

test('the button that stops a recording has its label as text', async () => {
  const { onRecord } = renderPanel({ call: { ...talking, recordingState: 'on' } })

  await userEvent.click(screen.getByText('Stop recording'))

  expect(onRecord).toHaveBeenCalledExactlyOnceWith('stop')
})

/** Guarantee: nothing shows a user as heard while the call is on hold. */
test.each([
  ['in conversation', talking, 'Speaking', true],
  ['on hold', { ...talking, phase: 'on-hold', legs: [ownLeg, { ...grace, isOnHold: true }] }, null, false],
] as const)('a user who speaks is shown as speaking only %s', (_, call, word, isLive) => {
  renderPanel({ call: call as Call, props: { layout: 'large', levels: { [ownLeg.id]: [0.9] } } })

  const own = screen.getByText('You').closest('li')
  expect(own?.textContent?.includes('Speaking')).toBe(word !== null)
  const dot = screen.getByText(isLive ? 'Connected' : 'On hold', {
    selector: 'span.flex-1',
  }).previousElementSibling
  expect(dot?.className.includes('bg-lamp')).toBe(isLive)
})
