import { parseOutboundProxy, requireSipUri } from '../call/invite-request.ts'
import { DigestClient } from '../digest/client.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody } from '../message/message.ts'
import type { OptionsRequest, Outcome } from './api.ts'
import { type Core, formatContact, newCallId, newTag } from './core.ts'
import { createLocalRefusal, toRefusal } from './refusal.ts'
import { RequestRetrier } from './request-retrier.ts'

/** Sends OPTIONS to a peer, to check that it is reachable; RFC 3261, section 11. */
export function sendOptions(core: Core, options: OptionsRequest): Promise<Outcome> {
  const target = requireSipUri(options.target, 'target')
  const from = requireSipUri(options.from, 'from')
  const proxy = parseOutboundProxy(options)
  const callId = newCallId()
  const tag = newTag()
  const requestedAt = core.clock.now()
  let sequence = 0

  const { isEndpointAllowed = core.isEndpointAllowed } = options
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      cancel()
      exchange.stop()
      resolve(outcome)
    }
    const cancel = core.clock.after(options.timeoutMs ?? 64 * core.timers.t1, () =>
      settle({ ok: false, ...createLocalRefusal('timeout', 408, 'The peer did not answer') }),
    )
    const exchange = new RequestRetrier(core, {
      nextHop: proxy?.uri ?? target,
      protocol: options.transport,
      digest: options.credentials ? new DigestClient(options.credentials, isEndpointAllowed) : null,
      isEndpointAllowed,
      build: (flow) => {
        sequence += 1
        const headers = SipHeaders.of([
          ['Max-Forwards', '70'],
          ['From', `<${options.from}>;tag=${tag}`],
          ['To', `<${options.target}>`],
          ['Call-ID', callId],
          ['CSeq', `${sequence} OPTIONS`],
          ['Contact', formatContact(flow, from.user)],
          ['Accept', 'application/sdp'],
        ])
        if (proxy) headers.append('Route', proxy.route)
        return { kind: 'request', method: 'OPTIONS', uri: options.target, headers, body: noBody }
      },
      onFinal: (response) => {
        const { status } = response
        if (status >= 300) settle({ ok: false, ...toRefusal(response) })
        else settle({ ok: true, status, roundTripMs: core.clock.now() - requestedAt })
      },
      onFailure: (cause, reason) =>
        settle({ ok: false, ...createLocalRefusal(cause, cause === 'timeout' ? 408 : 503, reason) }),
    })
  })
}
