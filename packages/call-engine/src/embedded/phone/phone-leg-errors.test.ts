import { resolveHost } from '@parley/primitives/node'
import type { CallEvent, OutgoingCall } from '@parley/sip'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTrunkTo } from '../testing/loopback-engine.ts'
import { LegCalls } from './leg-calls.ts'
import { PhoneLeg } from './phone-leg.ts'

let unhandled: unknown[] = []
const catchUnhandled = (error: unknown) => unhandled.push(error)
beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', catchUnhandled)
})
afterEach(() => {
  process.off('unhandledRejection', catchUnhandled)
})

/** Guarantee: a telephone leg whose call fails in any way ends, and the process continues. */
test('AV1: a leg whose call can neither continue nor be ended is over, and both errors are reported', async () => {
  const reported: string[] = []
  const reasons: string[] = []
  const leg = createLeg({
    onError: (error) => reported.push(String(error)),
    onEnded: (reason) => reasons.push(reason),
  })
  const { call, emit } = createFailingCall()
  await leg.dial(() => call)

  emit({ type: 'answered', sdp: answer })
  await expect.poll(() => reported.length).toBe(2)
  // Node.js reports an unhandled rejection after the microtasks of the turn in which it occurs.
  await new Promise((resolve) => setImmediate(resolve))

  expect(reported).toEqual(['Error: The media address cannot be checked.', 'Error: BYE cannot be sent.'])
  expect(reasons).toEqual(['media-lost'])
  expect(unhandled).toEqual([])
})

test('AV1: a transfer whose progress cannot be reported is logged, and the call continues', async () => {
  const reported: string[] = []
  const reasons: string[] = []
  const leg = createLeg({
    onError: (error) => reported.push(String(error)),
    onEnded: (reason) => reasons.push(reason),
  })
  const { call, emit } = createFailingCall()
  await leg.dial(() => call)

  emit({
    type: 'refer',
    refer: {
      target: 'sip:+15550177@127.0.0.1',
      refuse: () => undefined,
      replaces: null,
      replacedCall: null,
      referredBy: null,
      accept: () => ({ report: () => fail('NOTIFY cannot be sent.') }),
    },
  })
  leg.transfers.requested?.report(200, 'OK')
  await new Promise((resolve) => setImmediate(resolve))

  expect(reported).toEqual(['Error: NOTIFY cannot be sent.'])
  expect(reasons).toEqual([])
  expect(unhandled).toEqual([])
})

/**
 * Guarantee: a peer cannot fill the list of refused calls, or have requests repeated to others, by transfers.
 */
test('VR18: the first transfer of a call is checked, and every further one is declined', async () => {
  const leg = createLeg({ onError: () => undefined, onEnded: () => undefined })
  const { call, emit } = createFailingCall()
  await leg.dial(() => call)
  const outcomes: (string | number)[] = []
  const refer = {
    target: 'sip:+15550177@127.0.0.1',
    replaces: null,
    replacedCall: null,
    referredBy: null,
    refuse: (status: number) => outcomes.push(status),
    accept: () => {
      outcomes.push('accepted')
      return { report: () => undefined }
    },
  }

  for (let count = 0; count < 3; count++) emit({ type: 'refer', refer })

  expect(outcomes).toEqual(['accepted', 603, 603])
})

/** Guarantee: a peer does not decide how long the user waits until the call can be changed or ended. */
test('YR23: sending digits by INFO does not wait for the responses of the peer', async () => {
  const reasons: string[] = []
  const leg = createLeg({
    onError: () => undefined,
    onEnded: (reason) => reasons.push(reason),
    isAddressAllowed: () => true,
  })
  const { call, emit } = createFailingCall()
  await leg.dial(() => ({ ...call, sendInfo: () => new Promise(() => {}) }))
  emit({ type: 'answered', sdp: answer })

  await leg.sendDigits('1')
  await leg.sendDigits('2')
  await leg.hangUp('removed')

  expect(reasons).toEqual(['removed'])
})

test('YR23: at most 128 digits wait for the responses of the peer', async () => {
  const leg = createLeg({
    onError: () => undefined,
    onEnded: () => undefined,
    isAddressAllowed: () => true,
  })
  const { call, emit } = createFailingCall()
  const { promise: responded, resolve: respond } =
    Promise.withResolvers<Awaited<ReturnType<OutgoingCall['sendInfo']>>>()
  let sent = 0
  const sendInfo = () => {
    sent += 1
    return responded
  }
  await leg.dial(() => ({ ...call, sendInfo }))
  emit({ type: 'answered', sdp: answer })

  for (let count = 0; count < 4; count++) await leg.sendDigits('5'.repeat(64))
  respond({ ok: true, status: 200, roundTripMs: 1 })
  await vi.waitFor(() => expect(sent).toBe(128))
  await leg.sendDigits('7')
  await vi.waitFor(() => expect(sent).toBe(129))
})

const answer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 0',
  'a=rtpmap:0 PCMU/8000',
  '',
].join('\r\n')

const fail = (message: string): never => {
  throw new Error(message)
}

interface Listeners {
  readonly onError: (error: unknown) => void
  readonly onEnded: (reason: string) => void
  readonly isAddressAllowed?: () => boolean
}

function createLeg({
  onError,
  onEnded,
  isAddressAllowed = () => fail('The media address cannot be checked.'),
}: Listeners): PhoneLeg {
  const ignore = () => undefined
  return new PhoneLeg(
    {
      legId: 'phone',
      media: {
        requestWithRetry: (command) =>
          command.command === 'add-rtp-leg' ? Promise.resolve({ port: 4_002 } as never) : Promise.reject(),
        applySetting: () => Promise.resolve(),
      },
      trunk: { ...createTrunkTo({ host: '127.0.0.1', port: 5_060 }), allowsRefer: true },
      address: '127.0.0.1',
      addresses: {
        isAllowed: isAddressAllowed,
        ofTrunk: () => [],
        resolveHost,
      },
      silentMs: 20_000,
      redirect: async () => true,
      isFromTrunk: () => true,
      calls: new LegCalls(ignore),
      onError,
    },
    {
      ringing: ignore,
      earlyMedia: ignore,
      answered: ignore,
      dialog: ignore,
      heldByPeer: ignore,
      oneWay: ignore,
      digit: ignore,
      transferRequested: ignore,
      transferProgress: ignore,
      ended: onEnded,
    },
  )
}

/** Creates a call that cannot be ended. The real SIP stack never fails so; the leg must not rely on that. */
function createFailingCall() {
  const listeners: ((event: CallEvent) => void)[] = []
  const refusal = async () => fail('The call is broken.')
  const call: OutgoingCall = {
    direction: 'outgoing',
    dialog: null,
    callId: 'failing',
    onEvent(listener) {
      listeners.push(listener)
      return () => undefined
    },
    hangUp: async () => fail('BYE cannot be sent.'),
    offer: refusal,
    update: refusal,
    sendInfo: refusal,
    refer: refusal,
  }
  return {
    call,
    emit(event: CallEvent) {
      for (const listener of listeners) listener(event)
    },
  }
}
