import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { erasures, PhoneError } from '@parley/contract/phone'
import { type AuthenticationService, type PhoneRequest, runSlowQueries } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findErasure, insertErasure, listNamesOfUser, lockRunningErasures } from './records/index.ts'
import { serializeErasure } from './serialize-erasure.ts'
import { parseSubject, sealSubject, toFingerprint } from './subject.ts'

type RequestErasure = typeof erasures.requestErasure

/** Stores an erasure, also on a full disk: it makes space. A node begins with it soon. */
export async function requestErasure(
  services: Services & AuthenticationService,
  { user, body, transaction }: PhoneRequest<RequestErasure>,
): Promise<ResponseOf<RequestErasure>> {
  const { workspaceId, userId } = user
  const subject = await parseSubject(services, user, body.subject)
  // Data without their id is found by their names, which are removed one after the other.
  const names =
    'userId' in subject
      ? await runSlowQueries(services.database, user, (limited) => listNamesOfUser(limited, subject))
      : []
  const known = 'userId' in subject ? { ...subject, names } : subject
  const requestedAt = services.now()
  const id = randomUUID()
  const added = {
    id,
    workspaceId,
    subject: 'number' in subject ? 'number' : 'user',
    subjectEncrypted: sealSubject(services, id, known),
    fingerprint: toFingerprint(services, subject),
    lastDigits: 'number' in subject ? subject.number.slice(-2) : null,
    requestedBy: userId,
    requestedByName: user.displayName ?? user.primaryEmail,
    requestedAt,
    dueAt: requestedAt,
  } as const
  return await transaction(async (changes) => {
    const { running, open } = await lockRunningErasures(changes, workspaceId)
    if (running >= erasures.maxRunningErasures || open >= erasures.maxOpenErasures)
      throw new PhoneError('ERASURE_LIMIT')
    if (!(await insertErasure(changes, added))) throw new PhoneError('ERASURE_RUNNING')
    await changes.audit('erasure.requested', { type: 'erasure', id }, { of: added.subject })
    const stored = await findErasure(changes, workspaceId, id)
    if (!stored) throw new Error('An erasure that was just stored does not exist.')
    return serializeErasure(stored)
  })
}
