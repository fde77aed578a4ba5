import type { SipMessage } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import type { Flow, Protocol } from '../transport/flow.ts'

/** A flow without a network: it records what is sent. */
export interface RecordingFlow extends Flow {
  readonly sent: readonly SipMessage[]
  /** Makes every further send fail. */
  break(): void
}

export function createRecordingFlow(protocol: Protocol): RecordingFlow {
  const sent: SipMessage[] = []
  let isBroken = false
  const flow: RecordingFlow = {
    protocol,
    reliable: protocol !== 'udp',
    remote: { protocol, address: '192.0.2.1', port: 5060 },
    local: { host: '192.0.2.2', port: 5060 },
    open: true,
    isKnown: false,
    serverName: null,
    sent,
    withPort: () => flow,
    onClosed: () => () => {},
    markKnown: () => {},
    async send(bytes) {
      if (isBroken) throw new Error('The flow is broken.')
      const { message } = parseMessage(bytes)
      if (!message) throw new Error('A malformed message was sent.')
      sent.push(message)
    },
    break() {
      isBroken = true
    },
  }
  return flow
}
