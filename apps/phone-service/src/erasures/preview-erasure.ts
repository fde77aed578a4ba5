import type { ResponseOf } from '@parley/contract'
import type { erasures } from '@parley/contract/phone'
import { countBlockings } from '../blocked-callers/index.ts'
import {
  countCallsOfSubject,
  countCallsWithTexts,
  type ErasedSubject,
  listNamesOfUser,
} from '../call-log/index.ts'
import { countCopies } from '../contact-changes/index.ts'
import { countDrafts, countImportCopies } from '../contact-imports/index.ts'
import { countContactsWithNumber } from '../contacts/index.ts'
import { countRefusalsOfNumber } from '../limits/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  countDataOfCalls,
  countDataOfUser,
  countNames,
  countSettingsWithNumber,
  findLastErasure,
} from './records/index.ts'
import { emptyCounts } from './serialize-erasure.ts'
import { listDigits, parseSubject, toFingerprint } from './subject.ts'

type PreviewErasure = typeof erasures.previewErasure
type Database = Services['database']
type Counted = Pick<
  erasures.ErasurePreview,
  'counts' | 'runningCalls' | 'callsWithOthers' | 'otherNumbers' | 'remaining'
>

export async function previewErasure(
  services: Services & AuthenticationService,
  { user, body }: PhoneRequest<PreviewErasure>,
): Promise<ResponseOf<PreviewErasure>> {
  const { database } = services
  const subject = await parseSubject(services, user.workspaceId, body.subject)
  const erasedBefore = await findLastErasure(database, user.workspaceId, toFingerprint(services, subject))
  const erasedBeforeAt = erasedBefore?.getTime() ?? null
  if ('userId' in subject) {
    const names = await listNamesOfUser(database, subject)
    const counted = await countOfUser(database, { ...subject, names })
    return { number: null, name: names.at(-1) ?? null, erasedBeforeAt, ...counted }
  }
  return {
    number: subject.number,
    name: null,
    erasedBeforeAt,
    ...(await countOfNumber(database, subject)),
  }
}

async function countOfNumber(
  database: Database,
  subject: Extract<ErasedSubject, { number: string }>,
): Promise<Counted> {
  const { workspaceId, number } = subject
  const calls = await countCallsOfSubject(database, subject)
  const { contacts, otherNumbers } = await countContactsWithNumber(database, subject)
  const copies = await countCopies(database, subject)
  return {
    counts: {
      ...emptyCounts,
      ...(await countDataOfCalls(database, subject)),
      calls: calls.calls,
      notes: await countCallsWithTexts(database, subject),
      contacts,
      contactCopies: copies + (await countImportCopies(database, subject)),
      importFiles: await countDrafts(database, workspaceId),
      rejectedCalls: await countRefusalsOfNumber(database, workspaceId, listDigits(number)),
    },
    runningCalls: calls.running,
    callsWithOthers: calls.withOthers,
    otherNumbers,
    remaining: {
      blockedNumbers: await countBlockings(database, workspaceId, number),
      ...(await countSettingsWithNumber(database, workspaceId, number)),
    },
  }
}

async function countOfUser(
  database: Database,
  user: Extract<ErasedSubject, { userId: string }> & { readonly names: readonly string[] },
): Promise<Counted> {
  const calls = await countCallsOfSubject(database, user)
  return {
    counts: {
      ...emptyCounts,
      ...(await countDataOfUser(database, user)),
      calls: calls.calls,
      names: await countNames(database, user),
    },
    runningCalls: calls.running,
    callsWithOthers: calls.withOthers,
    otherNumbers: 0,
    remaining: { blockedNumbers: 0, routing: 0, forwardings: 0 },
  }
}
