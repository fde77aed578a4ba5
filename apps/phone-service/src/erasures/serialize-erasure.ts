import type { erasures } from '@parley/contract/phone'
import type { StoredErasure } from './records/index.ts'

export const emptyCounts: erasures.ErasureCounts = {
  calls: 0,
  recordings: 0,
  voicemails: 0,
  transcripts: 0,
  notes: 0,
  comments: 0,
  mails: 0,
  contacts: 0,
  contactCopies: 0,
  importFiles: 0,
  rejectedCalls: 0,
  names: 0,
}

export function serializeErasure(stored: StoredErasure): erasures.Erasure {
  return {
    id: stored.id,
    subject: stored.subject,
    lastDigits: stored.lastDigits,
    fingerprint: stored.fingerprint,
    requestedAt: stored.requestedAt.getTime(),
    requestedBy: stored.requestedBy,
    requestedByName: stored.requestedByName,
    completedAt: stored.completedAt?.getTime() ?? null,
    problem: stored.problem,
    counts: { ...emptyCounts, ...stored.counts },
  }
}
