import type { StoredCall } from '../call-log/index.ts'
import { insertAudioPlayback } from '../recordings/index.ts'
import type { Client } from '../request-context/index.ts'
import type { ServiceContext } from '../service-context/index.ts'

/** As that of playing a recording: an open page requests the transcript many times. */
const auditIntervalMs = 60 * 60_000

interface Reading extends Pick<ServiceContext, 'transaction'> {
  readonly user: Client
  readonly now: Date
}

/** Audits that a user reads the transcript or an analysis of a call, once in an hour. */
export async function auditReading(
  { user, transaction, now }: Reading,
  { id: subjectId }: Pick<StoredCall, 'id'>,
  action: 'transcript.read' | 'transcript.exported' | 'analysis.read',
): Promise<void> {
  const period = { now, auditedUntil: new Date(now.getTime() + auditIntervalMs) }
  await transaction(async (changes) => {
    if (await insertAudioPlayback(changes, { userId: user.userId, subjectId, action }, period))
      await changes.audit(action, { type: 'call', id: subjectId })
  })
}
