import type { erasures } from '@parley/contract/phone'

/** The kinds of deleted data, in the order in which they are listed. */
export const erasureKinds = [
  'calls',
  'recordings',
  'voicemails',
  'transcripts',
  'notes',
  'comments',
  'mails',
  'contacts',
  'contactCopies',
  'importFiles',
  'rejectedCalls',
  'names',
] as const satisfies readonly erasures.ErasureKind[]
