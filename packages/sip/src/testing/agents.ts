import { required } from '@parley/primitives'
import type { Protocol } from '../transport/flow.ts'
import type { CallEvent, UserAgent, UserAgentOptions } from '../user-agent/api.ts'
import { createUserAgent } from '../user-agent/user-agent.ts'

/** Returns a session description of one PCMU stream; different for each `version`. */
export function sampleSdp(version = 1): string {
  return [
    'v=0',
    `o=- 4711 ${version} IN IP4 127.0.0.1`,
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    'm=audio 40000 RTP/AVP 0 101',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=sendrecv',
    '',
  ].join('\r\n')
}

/** Starts a user agent on one loopback port of `protocol`. */
export function startAgent(
  options: Partial<UserAgentOptions> & { protocol?: Protocol } = {},
): Promise<UserAgent> {
  const { protocol = 'udp', ...rest } = options
  return createUserAgent({
    listen: [{ protocol, host: '127.0.0.1', port: 0 }],
    userAgentName: 'Test',
    ...rest,
  })
}

/** Returns the SIP URI of `user` at the first address of an agent. */
export function getUri(agent: UserAgent, user: string): string {
  const { protocol, host, port } = required(agent.addresses[0], 'the address of the user agent')
  return `sip:${user}@${host}:${port}${protocol === 'udp' ? '' : `;transport=${protocol}`}`
}

interface EventRecorder {
  readonly events: CallEvent[]
  /** Resolves to the first event of this type, past or future. */
  next<T extends CallEvent['type']>(type: T): Promise<Extract<CallEvent, { type: T }>>
}

/** Records the events of a call. Each event is returned once by `next`. */
export function recordEvents(call: {
  onEvent(listener: (event: CallEvent) => void): () => void
}): EventRecorder {
  const events: CallEvent[] = []
  const unread: CallEvent[] = []
  const waiting: { type: string; resolve: (event: CallEvent) => void }[] = []
  call.onEvent((event) => {
    events.push(event)
    const index = waiting.findIndex(({ type }) => type === event.type)
    const [reader] = index < 0 ? [] : waiting.splice(index, 1)
    if (reader) reader.resolve(event)
    else unread.push(event)
  })
  return {
    events,
    next: <T extends CallEvent['type']>(type: T) =>
      new Promise<Extract<CallEvent, { type: T }>>((resolve) => {
        const index = unread.findIndex((event) => event.type === type)
        const take = resolve as (event: CallEvent) => void
        const [event] = index < 0 ? [] : unread.splice(index, 1)
        if (event) take(event)
        else waiting.push({ type, resolve: take })
      }),
  }
}

/** Resolves to the next incoming call. */
export function nextCall(agent: UserAgent) {
  return new Promise<Parameters<NonNullable<UserAgent['onInvite']>>[0]>((resolve) => {
    agent.onInvite = resolve
  })
}
