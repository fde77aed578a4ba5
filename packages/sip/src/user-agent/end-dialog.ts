import { createDialogRequest, findNextHop } from '../dialog/stored-dialog.ts'
import { DigestClient } from '../digest/client.ts'
import type { EndDialogOptions, Outcome } from './api.ts'
import type { Core } from './core.ts'
import { createLocalRefusal, toRefusal } from './refusal.ts'
import { RequestRetrier } from './request-retrier.ts'

/**
 * Exceeds the number of requests that a call sends after its dialog was stored. A peer accepts a CSeq that is
 * higher by more than one, but none that is not higher; RFC 3261, 12.2.2.
 */
const maxUnstoredRequests = 10_000

/** Ends a dialog of a process that has crashed, by BYE. */
export function endDialog(
  core: Core,
  { dialog, credentials, ...options }: EndDialogOptions,
): Promise<Outcome> {
  const nextHop = findNextHop(dialog)
  if (!nextHop) {
    const refusal = createLocalRefusal('transport', 503, 'The remote target of the dialog is not a SIP URI')
    return Promise.resolve({ ok: false, ...refusal })
  }
  const { isEndpointAllowed = core.isEndpointAllowed, mayChallenge = isEndpointAllowed } = options
  const sentAt = core.clock.now()
  let sequence = dialog.localSequence + maxUnstoredRequests
  return new Promise((resolve) => {
    new RequestRetrier(core, {
      build: () => {
        sequence += 1
        return createDialogRequest(dialog, 'BYE', sequence)
      },
      nextHop,
      protocol: dialog.protocol,
      verifiedServer: dialog.verifiedServer,
      digest: credentials ? new DigestClient(credentials, mayChallenge) : null,
      isEndpointAllowed,
      onFinal: (response) => {
        const { status } = response
        if (status >= 300) resolve({ ok: false, ...toRefusal(response) })
        else resolve({ ok: true, status, roundTripMs: core.clock.now() - sentAt })
      },
      onFailure: (cause, reason) =>
        resolve({ ok: false, ...createLocalRefusal(cause, cause === 'timeout' ? 408 : 503, reason) }),
    })
  })
}
