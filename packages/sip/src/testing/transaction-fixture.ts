import { createResponse } from '../message/create-response.ts'
import { SipHeaders } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import { defaultTimers } from '../transaction/timers.ts'
import { Transactions } from '../transaction/transactions.ts'
import type { Flow, Protocol } from '../transport/flow.ts'
import { defaultLimits } from '../transport/limits.ts'
import { ManualClock } from './manual-clock.ts'
import { createRecordingFlow, type RecordingFlow } from './recording-flow.ts'

/** The transactions of one user agent, with a manual clock and one recording flow. */
export interface TransactionFixture {
  readonly clock: ManualClock
  readonly flow: RecordingFlow
  readonly transactions: Transactions
  /** Milliseconds since the start at which each message was sent. */
  readonly sentAtMs: readonly number[]
  /** Names of the outcomes reported by the client transaction: a status, `timeout` or `transport`. */
  readonly outcomes: readonly string[]
  /** Sends a request, whose outcome is recorded. */
  send(request: SipRequest): void
  /** Passes a response to the last sent request. */
  receiveResponse(status: number, toTag?: string, arrivedBy?: Flow): void
  /** Receives a request that must be new, and creates its transaction. */
  accept(request: SipRequest): ServerTransaction
}

export function createTransactionFixture(
  protocol: Protocol,
  limits: Partial<typeof defaultLimits> = {},
): TransactionFixture {
  const clock = new ManualClock()
  const startedAtMs = clock.now()
  const flow = createRecordingFlow(protocol)
  const sentAtMs: number[] = []
  const outcomes: string[] = []
  let sentRequest: SipRequest | null = null
  const transactions = new Transactions({
    clock,
    timers: defaultTimers,
    limits: { ...defaultLimits, ...limits },
    findPeerGroup: (address) => address,
    onSend: () => sentAtMs.push(clock.now() - startedAtMs),
    openReturnFlow: async () => flow,
  })
  return {
    clock,
    flow,
    transactions,
    sentAtMs,
    outcomes,
    send(request) {
      sentRequest = request
      transactions.request(request, flow, {
        provisional: ({ status }) => outcomes.push(String(status)),
        final: ({ status }) => outcomes.push(String(status)),
        timeout: () => outcomes.push('timeout'),
        transport: () => outcomes.push('transport'),
      })
    },
    receiveResponse(status, toTag = 'g1', arrivedBy = flow) {
      if (!sentRequest) throw new Error('No request was sent.')
      transactions.receiveResponse(createResponse(sentRequest, { status, toTag }), arrivedBy)
    },
    accept(request) {
      const { type } = transactions.receiveRequest(request, flow)
      if (type !== 'new') throw new Error(`The request is ${type}, not new.`)
      return transactions.accept(request, flow)
    },
  }
}

/** Creates a request with a branch of RFC 3261; `fields` replace its header fields. */
export function createRequest(method: string, fields: Readonly<Record<string, string>> = {}): SipRequest {
  const headers = SipHeaders.of([
    ['Via', `SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKfirst`],
    ['Max-Forwards', '70'],
    ['From', '<sip:grace@example.com>;tag=g1'],
    ['To', '<sip:ada@example.com>'],
    ['Call-ID', 'first@example.com'],
    ['CSeq', `1 ${method}`],
  ])
  for (const [name, value] of Object.entries(fields)) headers.set(name, value)
  return { kind: 'request', method, uri: 'sip:ada@192.0.2.2', headers, body: new Uint8Array(0) }
}
