import { parseNameAddress, parseTag } from '../message/address.ts'
import { parseSequence } from '../message/check.ts'
import type { SipMessage, SipRequest, SipResponse } from '../message/message.ts'
import { parseSipUri, type SipUri } from '../message/uri.ts'
import { type Flow, toVerifiedServer } from '../transport/flow.ts'
import { parseContact } from './route-set.ts'
import { DialogSendLimit } from './send-limit.ts'
import { createDialogRequest, findNextHop, type StoredDialog } from './stored-dialog.ts'

export interface DialogKeys {
  readonly callId: string
  readonly localTag: string
  readonly remoteTag: string
}

export function dialogKey({ callId, localTag, remoteTag }: DialogKeys): string {
  return `${callId} ${localTag} ${remoteTag}`
}

/** Returns the key of the dialog that a received request belongs to; RFC 3261, 12.2.2. */
export function dialogKeyOfRequest({ headers }: SipRequest): string {
  return dialogKey({
    callId: headers.get('Call-ID') ?? '',
    localTag: parseTag(headers.get('To')) ?? '',
    remoteTag: parseTag(headers.get('From')) ?? '',
  })
}

interface DialogParts extends DialogKeys {
  readonly localAddress: string
  readonly remoteAddress: string
  readonly remoteTarget: string
  readonly routeSet: readonly string[]
  readonly localSequence: number
  readonly remoteSequence: number | null
  readonly flow: Flow
}

/** The state of a dialog; RFC 3261, section 12. */
export class Dialog implements DialogKeys {
  readonly callId: string
  readonly localTag: string
  readonly remoteTag: string
  /** The flow of the message that created the dialog. A connection is reused while it is open. */
  readonly flow: Flow
  readonly sendLimit: DialogSendLimit
  readonly #localAddress: string
  readonly #remoteAddress: string
  #remoteTarget: string
  #routeSet: readonly string[]
  #localSequence: number
  #remoteSequence: number | null
  /** Hosts of the first route and of the remote target; null when one of them has changed. */
  #peerHosts: ReadonlySet<string> | null = null

  private constructor(parts: DialogParts) {
    this.callId = parts.callId
    this.localTag = parts.localTag
    this.remoteTag = parts.remoteTag
    this.flow = parts.flow
    this.sendLimit = new DialogSendLimit(parts.flow.remote.address)
    this.#localAddress = parts.localAddress
    this.#remoteAddress = parts.remoteAddress
    this.#remoteTarget = parts.remoteTarget
    this.#routeSet = parts.routeSet
    this.#localSequence = parts.localSequence
    this.#remoteSequence = parts.remoteSequence
  }

  /** Creates the UAC side from a response with this To tag; RFC 3261, 12.1.2. */
  static ofResponse(request: SipRequest, response: SipResponse, remoteTag: string, flow: Flow): Dialog {
    const { headers } = response
    return new Dialog({
      callId: request.headers.get('Call-ID') ?? '',
      localTag: parseTag(request.headers.get('From')) ?? '',
      remoteTag,
      localAddress: request.headers.get('From') ?? '',
      // The URI is ours: with another one, a request of the dialog could name any number.
      remoteAddress: `${request.headers.get('To')};tag=${remoteTag}`,
      remoteTarget: parseContact(response) ?? request.uri,
      routeSet: headers.list('Record-Route').toReversed(),
      localSequence: parseSequence(request.headers.get('CSeq'))?.number ?? 0,
      remoteSequence: null,
      flow,
    })
  }

  /** Creates the UAS side from an INVITE; RFC 3261, 12.1.1. */
  static ofRequest(request: SipRequest, localTag: string, flow: Flow): Dialog {
    const { headers } = request
    const to = headers.get('To') ?? ''
    const remoteUri = parseNameAddress(headers.get('From') ?? '')?.uri ?? ''
    const remoteTag = parseTag(headers.get('From')) ?? ''
    const dialog = new Dialog({
      callId: headers.get('Call-ID') ?? '',
      localTag,
      remoteTag,
      localAddress: `${to};tag=${localTag}`,
      remoteAddress: `<${remoteUri}>;tag=${remoteTag}`,
      remoteTarget: parseContact(request) ?? remoteUri,
      routeSet: headers.list('Record-Route'),
      localSequence: 0,
      remoteSequence: parseSequence(headers.get('CSeq'))?.number ?? 0,
      flow,
    })
    dialog.sendLimit.receive(request)
    return dialog
  }

  /** Sets the remote target to the Contact of a target refresh; RFC 3261, 12.2.1.2. */
  refreshTarget(message: SipMessage): void {
    this.#remoteTarget = parseContact(message) ?? this.#remoteTarget
    this.#peerHosts = null
  }

  /** Replaces the route set of the early dialog by that of the 2xx; RFC 3261, 13.2.2.4. */
  confirm(response: SipResponse): void {
    this.#routeSet = response.headers.list('Record-Route').toReversed()
    this.refreshTarget(response)
  }

  /** Records the CSeq of a request. Returns false when it is out of order: respond 500. RFC 3261, 12.2.2. */
  acceptSequence(request: SipRequest): boolean {
    const number = parseSequence(request.headers.get('CSeq'))?.number ?? 0
    if (this.#remoteSequence !== null && number <= this.#remoteSequence) return false
    this.#remoteSequence = number
    return true
  }

  /**
   * The URI that requests of the dialog are sent to: the first route, or the remote target. Null when it is
   * no SIP URI.
   */
  get nextHop(): SipUri | null {
    return findNextHop(this.#addresses)
  }

  /** State with which another process can end the dialog. */
  get stored(): StoredDialog {
    return {
      ...this.#addresses,
      localSequence: this.#localSequence,
      protocol: this.flow.protocol,
      verifiedServer: toVerifiedServer(this.flow),
    }
  }

  /** Returns whether the flow, the first route or the Contact of the peer names this IP address. */
  hasPeerAt(address: string): boolean {
    // Called for each datagram and each dialog, so the URIs are not parsed each time.
    this.#peerHosts ??= this.#parsePeerHosts()
    return this.flow.remote.address === address || this.#peerHosts.has(address.toLowerCase())
  }

  #parsePeerHosts(): ReadonlySet<string> {
    const uris = [this.nextHop, parseSipUri(this.#remoteTarget)]
    return new Set(uris.flatMap((uri) => uri?.host.toLowerCase() ?? []))
  }

  /**
   * Returns a request of the dialog without Via and Contact; RFC 3261, 12.2.1.1. An ACK has the number of its
   * INVITE.
   */
  request(method: string, acknowledgedSequence?: number): SipRequest {
    if (acknowledgedSequence === undefined) this.#localSequence += 1
    const sequence = acknowledgedSequence ?? this.#localSequence
    return createDialogRequest(this.#addresses, method, sequence)
  }

  get #addresses() {
    return {
      callId: this.callId,
      localAddress: this.#localAddress,
      remoteAddress: this.#remoteAddress,
      remoteTarget: this.#remoteTarget,
      routeSet: this.#routeSet,
    }
  }
}
