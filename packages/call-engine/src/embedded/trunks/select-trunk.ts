import { decodeUser, parseSipUri, type RemoteEndpoint, type SipRequest } from '@parley/sip'
import type { ActiveTrunk } from './active-trunk.ts'
import { parseCalledNumbers } from './incoming-identity.ts'

/** Why a request belongs to no trunk. `ambiguous`: it may belong to trunks of several owners. */
export type SelectionRefusal = 'unknown-peer' | 'number-unknown' | 'ambiguous'

type Selection =
  | { readonly trunk: ActiveTrunk; readonly refusal: null }
  | { readonly trunk: null; readonly refusal: SelectionRefusal }

/**
 * Returns the trunks at the source address of a request. A trunk that is configured for TLS matches only TLS.
 */
export function listTrunksAt(trunks: Iterable<ActiveTrunk>, source: RemoteEndpoint): ActiveTrunk[] {
  return [...trunks].filter(
    (trunk) =>
      trunk.hasAddress(source.address) && (trunk.config.transport !== 'tls' || source.protocol === 'tls'),
  )
}

/**
 * Returns the trunk of an incoming call. A trunk takes the calls to its registered contact. Other calls
 * belong to the only owner of trunks at the source address, without those that their registrars have never accepted
 * beside trunks of another owner; of several owners, to the one that lists the called
 * number, unless an earlier trunk of another owner lists none. A number that no trunk lists belongs to the only owner
 * of trunks without registration, if one of these is without numbers. None takes a call to a number that it does not
 * list and that an earlier trunk of another owner lists, also at another address: its provider may use both.
 */
export function selectTrunk(
  trunks: Iterable<ActiveTrunk>,
  request: Pick<SipRequest, 'uri' | 'headers'>,
  source: RemoteEndpoint,
): Selection {
  const all = [...trunks]
  const atAddress = listTrunksAt(all, source)
  if (atAddress.length === 0) return { trunk: null, refusal: 'unknown-peer' }

  const user = parseUriUser(request.uri)
  const registered = atAddress.find(({ contactUser }) => user !== null && contactUser === user)
  if (registered) return { trunk: registered, refusal: null }

  const candidates = atAddress.filter(({ config }) => !config.isContactOnly)
  const called = parseCalledNumbers(request)
  const hasNumber = ({ config }: ActiveTrunk) =>
    config.numbers?.some((number) => called.includes(number.replace(/^\+/, ''))) ?? false
  const proven = countOwners(candidates) > 1 ? candidates.filter((trunk) => trunk.isAccepted) : candidates
  const eligible = countOwners(proven) > 1 ? listEligible(proven, hasNumber) : proven
  if (countOwners(eligible) > 1) return { trunk: null, refusal: 'ambiguous' }

  const likeness = (trunk: ActiveTrunk) =>
    (hasNumber(trunk) ? 4 : 0) +
    (trunk.config.transport === source.protocol ? 2 : 0) +
    (trunk.config.port === source.port ? 1 : 0)
  const [best] = eligible.toSorted((a, b) => likeness(b) - likeness(a))
  if (!best) return { trunk: null, refusal: 'number-unknown' }
  const isListedBefore = all.some(
    (trunk) => isOfEarlierOwner(trunk, best) && hasNumber(trunk) && isUsable(trunk),
  )
  if (isListedBefore && !hasNumber(best)) return { trunk: null, refusal: 'ambiguous' }
  return { trunk: best, refusal: null }
}

/** Returns which trunks of several owners may take a call that is addressed to no registered contact. */
function listEligible(
  candidates: readonly ActiveTrunk[],
  hasNumber: (trunk: ActiveTrunk) => boolean,
): readonly ActiveTrunk[] {
  const listing = candidates.filter((trunk) => hasNumber(trunk) && isUsable(trunk))
  if (listing.length > 0) {
    const isBefore = (trunk: ActiveTrunk) => listing.some((each) => isOfEarlierOwner(trunk, each))
    return [
      ...listing,
      ...candidates.filter((trunk) => isWithoutNumbers(trunk) && isBefore(trunk) && isUsable(trunk)),
    ]
  }
  const unregistered = candidates.filter(({ config }) => config.registration === 'none')
  return countOwners(unregistered) > 1 || candidates.some(hasNumber)
    ? []
    : unregistered.filter(isWithoutNumbers)
}

function isOfEarlierOwner({ config: a }: ActiveTrunk, { config: b }: ActiveTrunk): boolean {
  return a.owner !== b.owner && (a.createdAt ?? 0) < (b.createdAt ?? 0)
}

function isWithoutNumbers({ config }: ActiveTrunk): boolean {
  return !config.numbers?.length
}

/**
 * Returns false for a trunk whose registrar rejects its credentials, or does not respond, now or since it was added: they
 * may be invented.
 */
function isUsable({ config, state, isAccepted }: ActiveTrunk): boolean {
  const isRegistered = state.status === 'registered' || state.status === 'registering'
  return isAccepted && (config.registration === 'none' || isRegistered)
}

/** Returns the decoded user of a SIP URI: peers may escape other characters than we do. */
function parseUriUser(text: string): string | null {
  const uri = parseSipUri(text)
  return uri === null || uri.user === null ? null : decodeUser(uri)
}

function countOwners(trunks: readonly ActiveTrunk[]): number {
  return new Set(trunks.map(({ config }) => config.owner)).size
}

/**
 * Returns the owner of the trunks at an IP address, the address itself if they have several owners or none,
 * and null without trunks there.
 */
export function findAddressOwner(trunks: Iterable<ActiveTrunk>, address: string): string | null {
  const atAddress = [...trunks].filter((trunk) => trunk.hasAddress(address))
  if (atAddress.length === 0) return null
  return countOwners(atAddress) === 1 ? (atAddress[0]?.config.owner ?? address) : address
}
