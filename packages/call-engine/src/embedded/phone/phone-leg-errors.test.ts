import { resolveHost } from '@parley/primitives/node'
import type { CallEvent, OutgoingCall } from '@parley/sip'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('ZR332: the media process learns with which address the peer signals', async () => {
  const commands: object[] = []
  const leg = createLeg({
    onError: (error) => fail(String(error)),
    onEnded: () => undefined,
    onCommand: (command) => commands.push(command),
    isAddressAllowed: () => true,
  })
  const { call, emit } = createFailingCall()
  await leg.dial(() => ({ ...call, peerAddress: '192.0.2.7' }))

  emit({ type: 'answered', sdp: answer })

  await vi.waitFor(() => expect(commands).toHaveLength(1))
  expect(commands).toMatchObject([{ command: 'connect-rtp', agreement: { signallingAddress: '192.0.2.7' } }])
})

/**
 * Guarantee: a peer that sends names in its session descriptions, and may run their name servers, decides neither
 * when its call ends nor when it was answered.
 */
describe('a peer whose media addresses are names', () => {
  const createName = (count: number) => `h${count}.example`
  const refused = {
    type: 'refused',
    cause: 'response',
    status: 486,
    reason: 'Busy Here',
    warning: null,
    q850Cause: null,
    reasonText: null,
    retryAfterSeconds: null,
    contacts: [],
  } as const
  const ended = { type: 'ended', by: 'peer', q850Cause: null, reasonText: null } as const

  /** Dials a call; its names are resolved as `resolve` says. */
  async function dialWithNames(resolve: () => Promise<{ readonly address: string }[]>) {
    const [reasons, names, events]: string[][] = [[], [], []]
    const leg = createLeg({
      onError: (error) => fail(String(error)),
      onEnded: (reason) => reasons?.push(reason),
      onEarlyMedia: () => events?.push('early-media'),
      onAnswered: () => events?.push('answered'),
      isAddressAllowed: () => true,
      resolveHost: (name) => {
        names?.push(name)
        return resolve()
      },
    })
    const { call, emit } = createFailingCall()
    await leg.dial(() => ({ ...call, hangUp: async () => undefined }))
    return { emit, reasons, names, events }
  }
  const never = () => new Promise<never>(() => undefined)

  test('ZR330: the refusal of a call waits for no name of the provisional responses before it', async () => {
    const { emit, reasons } = await dialWithNames(never)
    for (let count = 0; count < 30; count++)
      emit({ type: 'early-media', status: 183, sdp: createAnswer(createName(count)) })

    emit(refused)

    await vi.waitFor(() => expect(reasons).toEqual(['busy']))
  })

  test('ZR330: the end of a call waits for no name of its answer and of the offers after it', async () => {
    const { emit, reasons, events } = await dialWithNames(never)
    emit({ type: 'answered', sdp: createAnswer(createName(0)) })
    const refusals: number[] = []
    for (const method of ['INVITE', 'UPDATE'] as const)
      emit({
        type: 're-offer',
        reOffer: {
          method,
          sdp: createAnswer(createName(1)),
          take: () => undefined,
          answer: () => undefined,
          refuse: (status) => refusals.push(status),
        },
      })

    emit(ended)

    await vi.waitFor(() => expect(reasons).toEqual(['hung-up']))
    expect([events, refusals]).toEqual([[], [488, 488]])
  })

  test('ZR330: of provisional responses that wait only the newest is resolved, one name at a time', async () => {
    const lookups: ((found: { address: string }[]) => void)[] = []
    const { emit, names, events } = await dialWithNames(() => new Promise((found) => lookups.push(found)))
    emit({ type: 'early-media', status: 183, sdp: createAnswer(createName(0)) })
    await vi.waitFor(() => expect(lookups).toHaveLength(1))
    for (let count = 1; count < 300; count++)
      emit({ type: 'early-media', status: 183, sdp: createAnswer(createName(count)) })
    emit({ type: 'answered', sdp: createAnswer(createName(300)) })

    for (let count = 1; count <= 3; count++) {
      await vi.waitFor(() => expect(lookups).toHaveLength(count))
      lookups.at(-1)?.([{ address: '127.0.0.1' }])
    }

    await vi.waitFor(() => expect(events).toContain('answered'))
    expect(names).toEqual([createName(0), createName(299), createName(300)])
  })

  test('ZR330: a call whose answer has a name that is not resolved in 5 s ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { emit, reasons } = await dialWithNames(never)
      emit({ type: 'answered', sdp: createAnswer(createName(0)) })

      await vi.advanceTimersByTimeAsync(4_999)
      expect(reasons).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(reasons).toEqual(['media-incompatible'])
    } finally {
      vi.useRealTimers()
    }
  })
})

const createAnswer = (host: string) =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    `c=IN IP4 ${host}`,
    't=0 0',
    'm=audio 4000 RTP/AVP 0',
    'a=rtpmap:0 PCMU/8000',
    '',
  ].join('\r\n')
const answer = createAnswer('127.0.0.1')

const fail = (message: string): never => {
  throw new Error(message)
}

interface Listeners {
  readonly onError: (error: unknown) => void
  readonly onEnded: (reason: string) => void
  readonly onEarlyMedia?: () => void
  readonly onAnswered?: () => void
  readonly onCommand?: (command: object) => void
  readonly isAddressAllowed?: () => boolean
  readonly resolveHost?: (name: string) => Promise<readonly { readonly address: string }[]>
}

function createLeg({
  onError,
  onEnded,
  onEarlyMedia = () => undefined,
  onAnswered = () => undefined,
  onCommand = () => undefined,
  resolveHost: resolve = resolveHost,
  isAddressAllowed = () => fail('The media address cannot be checked.'),
}: Listeners): PhoneLeg {
  const ignore = () => undefined
  return new PhoneLeg(
    {
      legId: 'phone',
      media: {
        requestWithRetry: (command) =>
          command.command === 'add-rtp-leg' ? Promise.resolve({ port: 4_002 } as never) : Promise.reject(),
        applySetting: async (command) => onCommand(command),
      },
      trunk: { ...createTrunkTo({ host: '127.0.0.1', port: 5_060 }), allowsRefer: true },
      address: '127.0.0.1',
      addresses: {
        own: '127.0.0.1',
        isAllowed: isAddressAllowed,
        ofTrunk: () => [],
        resolveHost: resolve,
      },
      silentMs: 20_000,
      isEmergency: false,
      isAlone: () => false,
      isFromTrunk: () => true,
      calls: new LegCalls(ignore),
      onError,
    },
    {
      ringing: ignore,
      replacing: async () => undefined,
      replaced: ignore,
      earlyMedia: onEarlyMedia,
      answered: onAnswered,
      dialog: ignore,
      heldByPeer: ignore,
      oneWay: ignore,
      digit: ignore,
      redirected: ignore,
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
    peerAddress: null,
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
