import type { Mutation } from '../mutation.ts'

const sip = 'packages/sip/src'
const refreshTests = [`${sip}/call/session-refresh.test.ts`] as const

/** Session refreshes, the transport of what began over TLS, and registrations that are not in force. */
export const sipSessionMutations: readonly Mutation[] = [
  {
    removes: 'ZR570: the answer to a session refresh is not applied',
    file: `${sip}/call/offer-sender.ts`,
    find: 'if (outcome.ok && outcome.sdp !== remoteSdp)',
    replace: 'if (outcome.ok && outcome.sdp === undefined)',
    tests: refreshTests,
    name: 'ZR570',
  },
  {
    removes: 'ZR571: the session description of a refresh is read before its turn',
    file: `${sip}/call/offer-sender.ts`,
    find: 'await this.#queue.run(() => this.#repeatOffer())',
    replace:
      'await (({ localSdp }) => this.#queue.run(() => this.#offerOnce(method, () => localSdp ?? "")))(this.#session)',
    tests: refreshTests,
    name: 'ZR571',
  },
  {
    removes: 'ZR572: a session refresh that was rejected is not repeated',
    file: `${sip}/dialog/session-timer.ts`,
    find: 'if (retryMs !== null && this.#cancel === cancel)',
    replace: 'if (retryMs === 0)',
    tests: refreshTests,
    name: 'ZR572',
  },
  {
    removes: 'ZR572: a session refresh is repeated after the session has expired',
    file: `${sip}/dialog/session-timer.ts`,
    find: '    if (this.#clock.now() + delayMs >= expiresAt) return\n',
    replace: '',
    tests: refreshTests,
    name: 'ZR572',
  },
  {
    removes: 'ZR573: a request over UDP belongs to a dialog over TLS',
    file: `${sip}/user-agent/receive-request.ts`,
    find: 'user && mayContinue(user.handledDialog.flow, flow) ? user : null',
    replace: 'user ?? null',
    tests: [`${sip}/call/secure-dialog.test.ts`],
    name: 'ZR573',
  },
  {
    removes: 'ZR573: a CANCEL over UDP ends a call that rings over TLS',
    file: `${sip}/user-agent/receive-request.ts`,
    find: 'const mayCancel = mayContinue(invite.flow, flow)',
    replace: 'const mayCancel = true',
    tests: [`${sip}/call/secure-dialog.test.ts`],
    name: 'ZR573',
  },
  {
    removes: 'ZR573: an ACK over UDP answers the offer of a call over TLS',
    file: `${sip}/user-agent/receive-request.ts`,
    find: 'this.#findDialog(request, flow)?.receiveAck(request)',
    replace: 'core.dialogs.get(dialogKeyOfRequest(request))?.receiveAck(request)',
    tests: [`${sip}/call/secure-dialog.test.ts`],
    name: 'ZR573',
  },
  {
    removes: 'ZR573: a Refer-To of a call over UDP names a call over TLS',
    file: `${sip}/transfer/find-replaced-dialog.ts`,
    find: 'const replaceable = findDialog(core, replaces, flow)\n  switch (replaceable?.phase) {',
    replace:
      'const { callId, toTag: localTag, fromTag: remoteTag } = replaces\n  const replaceable = core.dialogs.get(dialogKey({ callId, localTag, remoteTag }))?.replaceable\n  switch (replaceable?.phase) {',
    tests: [`${sip}/call/secure-dialog.test.ts`],
    name: 'ZR573',
  },
  {
    removes: 'ZR573: an INVITE over UDP replaces a call over TLS',
    file: `${sip}/transfer/find-replaced-dialog.ts`,
    find: '!handler || !mayContinue(handler.handledDialog.flow, flow)',
    replace: '!handler',
    tests: [`${sip}/call/secure-dialog.test.ts`],
    name: 'ZR573',
  },
  {
    removes: 'ZR574: a response over UDP answers a request over TLS',
    file: `${sip}/transaction/transactions.ts`,
    find: ' && mayContinue(client.flow, flow)',
    replace: '',
    tests: [`${sip}/transaction/client.test.ts`],
    name: 'ZR574',
  },
  {
    removes: 'ZR575: a registration is valid without our binding',
    file: `${sip}/user-agent/registration-binding.ts`,
    find: 'if (granted === 0)',
    replace: 'if (granted < 0)',
    tests: [`${sip}/user-agent/registrar-responses.test.ts`],
    name: 'ZR575',
  },
  {
    removes: 'ZR576: a registrar that closes its connections is sent requests without an increasing delay',
    file: `${sip}/user-agent/registration-binding.ts`,
    find: 'livedMs >= stableFlowMs',
    replace: 'livedMs >= 0',
    tests: [`${sip}/user-agent/registration-binding.test.ts`],
    name: 'ZR576',
  },
]
