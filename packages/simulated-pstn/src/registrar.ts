import {
  type AcceptDecision,
  createDigestServer,
  type IncomingRequest,
  parseNameAddress,
  parseSipUri,
  type SipRequest,
  type SipUri,
} from '@parley/sip'
import type { PstnAccount } from './account.ts'

const realm = 'carrier.parley'
/** Short, because bindings are lost when the process restarts, until accounts register again. */
const maxExpiresSeconds = 60
const minExpiresSeconds = 10

interface Binding {
  readonly contact: SipUri
  readonly expiresAt: number
}

/** Authenticates accounts and stores their registration bindings; RFC 3261, section 10.3. */
export class Registrar {
  readonly #accounts: ReadonlyMap<string, PstnAccount>
  /** The live bindings of each user name by their Contact URI, the newest last. */
  readonly #bindings = new Map<string, Map<string, Binding>>()
  /** Accounts of the requests that were authenticated. */
  readonly #authenticated = new WeakMap<SipRequest, PstnAccount>()
  readonly #digest = createDigestServer({ realm })

  constructor(accounts: readonly PstnAccount[]) {
    this.#accounts = new Map(accounts.map((account) => [account.username, account]))
  }

  /** Challenges all requests except OPTIONS, ACK and CANCEL. */
  async authenticate(request: SipRequest): Promise<AcceptDecision> {
    if (request.method === 'OPTIONS' || request.method === 'ACK' || request.method === 'CANCEL')
      return 'process'
    const verdict = await this.#digest.check(request, (name) => this.#accounts.get(name)?.password ?? null)
    if (!verdict.ok) return { challenge: verdict.challenge }
    const account = this.#accounts.get(verdict.username)
    if (account) this.#authenticated.set(request, account)
    return 'process'
  }

  register({ request, respond }: IncomingRequest): void {
    const account = this.#authenticated.get(request)
    if (request.method !== 'REGISTER' || !account) {
      respond(405, 'Method Not Allowed', [
        ['Allow', 'REGISTER, INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, PRACK'],
      ])
      return
    }
    const [first] = request.headers.list('Contact')
    if (first === '*') this.#bindings.delete(account.username)
    else if (first !== undefined && !this.#bind(account, first, request)) {
      respond(400, 'Bad Contact')
      return
    }
    respond(200, 'OK', this.#createContactHeaders(account))
  }

  /** Returns the newest Contact of an account; null while it is not registered. */
  findContact(account: PstnAccount): SipUri | null {
    return [...this.#listBindings(account).values()].at(-1)?.contact ?? null
  }

  #listBindings({ username }: PstnAccount): Map<string, Binding> {
    const bindings = this.#bindings.get(username) ?? new Map<string, Binding>()
    this.#bindings.set(username, bindings)
    for (const [uri, { expiresAt }] of bindings) if (expiresAt <= Date.now()) bindings.delete(uri)
    return bindings
  }

  #bind(account: PstnAccount, text: string, request: SipRequest): boolean {
    const address = parseNameAddress(text)
    const contact = address && parseSipUri(address.uri)
    if (!contact) return false
    const expires = Number(
      address.parameters.get('expires') ?? request.headers.get('Expires') ?? maxExpiresSeconds,
    )
    if (!Number.isInteger(expires) || expires < 0) return false

    const bindings = this.#listBindings(account)
    // Also when it is refreshed, so that it becomes the newest.
    bindings.delete(address.uri)
    if (expires > 0) {
      const seconds = Math.min(maxExpiresSeconds, Math.max(minExpiresSeconds, expires))
      bindings.set(address.uri, { contact, expiresAt: Date.now() + seconds * 1_000 })
    }
    return true
  }

  #createContactHeaders(account: PstnAccount): [string, string][] {
    return [...this.#listBindings(account)].map(([uri, { expiresAt }]) => [
      'Contact',
      `<${uri}>;expires=${Math.round((expiresAt - Date.now()) / 1_000)}`,
    ])
  }
}
