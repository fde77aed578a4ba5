import type { ResponseOf } from '@parley/contract'
import type { erasures } from '@parley/contract/phone'
import { countBlockings } from '../blocked-callers/index.ts'
import type { ErasedSubject } from '../call-log/index.ts'
import { countCopies } from '../contact-changes/index.ts'
import { countDrafts, countImportCopies } from '../contact-imports/index.ts'
import { countContactsWithNumber } from '../contacts/index.ts'
import { countRefusalsOfNumber, getOrCreateLimits } from '../limits/index.ts'
import {
  type AuthenticationService,
  type PhoneRequest,
  runOrUnreachable,
  runSlowQueries,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  countDataOfNumber,
  countDataOfUser,
  countNames,
  countSettingsWithNumber,
  findLastErasure,
  listNamesOfUser,
} from './records/index.ts'
import { emptyCounts } from './serialize-erasure.ts'
import { parseSubject, toFingerprint } from './subject.ts'

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
  const subject = await parseSubject(services, user, body.subject)
  const erasedBefore = await findLastErasure(database, user.workspaceId, toFingerprint(services, subject))
  const erasedBeforeAt = erasedBefore?.getTime() ?? null
  if ('userId' in subject)
    return await runSlowQueries(database, user, async (limited) => {
      const names = await listNamesOfUser(limited, subject)
      const counted = await countOfUser(limited, { ...subject, names })
      return { number: null, name: names.at(-1) ?? null, erasedBeforeAt, ...counted }
    })
  const context = await findContext(services, subject)
  const counted = await runSlowQueries(
    database,
    user,
    async (limited) => await countOfNumber(limited, subject, context),
  )
  return { number: subject.number, name: null, erasedBeforeAt, ...counted }
}

interface NumberContext {
  readonly memberIds: readonly string[]
  readonly homeCountry: string
}

async function findContext(
  services: Services & AuthenticationService,
  { workspaceId }: Extract<ErasedSubject, { number: string }>,
): Promise<NumberContext> {
  const { homeCountry } = await getOrCreateLimits(services, workspaceId)
  const members = await runOrUnreachable(() => services.authentication.workspaceMembers.listAll(workspaceId))
  return { memberIds: members.map(({ userId }) => userId), homeCountry }
}

async function countOfNumber(
  database: Database,
  subject: Extract<ErasedSubject, { number: string }>,
  { memberIds, homeCountry }: NumberContext,
): Promise<Counted> {
  const { workspaceId, number } = subject
  const { running, withOthers, ...counts } = await countDataOfNumber(database, subject)
  const { contacts, otherNumbers } = await countContactsWithNumber(database, subject)
  const copies = await countCopies(database, subject)
  return {
    counts: {
      ...emptyCounts,
      ...counts,
      contacts,
      contactCopies: copies + (await countImportCopies(database, subject)),
      importFiles: await countDrafts(database, workspaceId),
      rejectedCalls: await countRefusalsOfNumber(database, { workspaceId, number, homeCountry }),
    },
    runningCalls: running,
    callsWithOthers: withOthers,
    otherNumbers,
    remaining: {
      blockedNumbers: await countBlockings(database, workspaceId, number),
      ...(await countSettingsWithNumber(database, { workspaceId, number, memberIds })),
    },
  }
}

async function countOfUser(
  database: Database,
  user: Extract<ErasedSubject, { userId: string }> & { readonly names: readonly string[] },
): Promise<Counted> {
  const { running, ...counts } = await countDataOfUser(database, user)
  return {
    counts: { ...emptyCounts, ...counts, names: await countNames(database, user) },
    runningCalls: running,
    callsWithOthers: counts.calls,
    otherNumbers: 0,
    remaining: { blockedNumbers: 0, routing: 0, forwardings: 0 },
  }
}
