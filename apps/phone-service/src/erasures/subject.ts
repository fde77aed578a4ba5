import { createHmac } from 'node:crypto'
import { type erasures, PhoneError } from '@parley/contract/phone'
import type { ErasedSubject } from '../call-log/index.ts'
import { getOrCreateLimits } from '../limits/index.ts'
import { parseNumber, toNationalDigits } from '../numbering-plan/index.ts'
import { findPersonalNumberOwner } from '../numbers/index.ts'
import {
  type AuthenticationService,
  type CurrentUser,
  runOrUnreachable,
  runSlowQueries,
  selectMembers,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { isVerified } from '../verified-numbers/index.ts'
import { hasDataOfUser } from './records/index.ts'

type Requester = Pick<CurrentUser, 'workspaceId' | 'userId'>
type SubjectDeps = Pick<Services, 'database' | 'settings'> & AuthenticationService

/**
 * Returns the subject of a request, with a number in E.164.
 *
 * @throws {PhoneError} `NUMBER_NOT_UNDERSTOOD`, `OWN_NUMBER_NOT_ERASED`, `MEMBER_NOT_ERASED`,
 *   `FORMER_MEMBER_NOT_FOUND`, `TOO_MANY_REQUESTS`
 */
export async function parseSubject(
  services: SubjectDeps,
  user: Requester,
  subject: erasures.ErasureSubject,
): Promise<ErasedSubject> {
  const { workspaceId } = user
  if ('userId' in subject) {
    await requireFormerMember(services, user, subject.userId)
    return { workspaceId, userId: subject.userId }
  }
  const { homeCountry } = await getOrCreateLimits(services, workspaceId)
  const parsed = parseNumber(subject.number, homeCountry)
  if (parsed.kind !== 'number') throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed: subject.number })
  const { number } = parsed
  await requireOutsideNumber(services, workspaceId, number)
  return { workspaceId, number }
}

/** The number of a member or of the workspace is in all of their calls, and in its settings. */
async function requireOutsideNumber(
  { database }: SubjectDeps,
  workspaceId: string,
  number: string,
): Promise<void> {
  const [owner, trunkNumbers, isVerifiedNumber] = await Promise.all([
    findPersonalNumberOwner(database, number),
    listTrunkNumbers(database, workspaceId),
    isVerified(database, workspaceId, number),
  ])
  const isOwn = owner?.workspaceId === workspaceId || trunkNumbers.some((own) => own.number === number)
  if (isOwn || isVerifiedNumber) throw new PhoneError('OWN_NUMBER_NOT_ERASED')
}

/** Returns whether a user is a member of a workspace now. */
export async function isMember(
  { authentication }: AuthenticationService,
  { workspaceId, userId }: Extract<ErasedSubject, { userId: string }>,
): Promise<boolean> {
  const members = await runOrUnreachable(() => {
    authentication.accountUsers.clear(userId)
    return selectMembers(authentication, workspaceId, new Set([userId]))
  })
  return members.size > 0
}

/** A member still causes data. */
async function requireFormerMember(
  { database, authentication }: SubjectDeps,
  requester: Requester,
  userId: string,
): Promise<void> {
  const { workspaceId } = requester
  if (await isMember({ authentication }, { workspaceId, userId })) throw new PhoneError('MEMBER_NOT_ERASED')
  const hasData = await runSlowQueries(database, requester, (limited) =>
    hasDataOfUser(limited, { workspaceId, userId }),
  )
  if (!hasData) throw new PhoneError('FORMER_MEMBER_NOT_FOUND')
}

/**
 * Returns a keyed hash of a subject, so that a receipt proves whose data was erased to the administrator who knows the
 * number, and to no one else: all numbers are quickly tried without the key.
 */
export function toFingerprint({ secrets }: Pick<Services, 'secrets'>, subject: ErasedSubject): string {
  const [kind, value] = 'number' in subject ? ['number', subject.number] : ['user', subject.userId]
  return createHmac('sha256', secrets.deriveKey('erasure fingerprints'))
    .update(`${subject.workspaceId} ${kind} ${value}`)
    .digest('hex')
}

const toSealPurpose = (id: string) => `erasures.subject ${id}`

/** Encrypts a subject for as long as its erasure runs. */
export function sealSubject(
  { secrets }: Pick<Services, 'secrets'>,
  id: string,
  subject: ErasedSubject,
): string {
  return secrets.seal(JSON.stringify(subject), toSealPurpose(id))
}

export function openSubject(
  { secrets }: Pick<Services, 'secrets'>,
  id: string,
  sealed: string,
): ErasedSubject {
  return JSON.parse(secrets.open(sealed, toSealPurpose(id)))
}

/** Returns the digits with which a number is dialled or written: international with its prefixes, and national. */
export function listDigits(number: string): string[] {
  const digits = number.slice(1)
  const national = toNationalDigits(number)
  return [...new Set([digits, `00${digits}`, `011${digits}`, national])]
}
