import type { ResponseOf } from '@parley/contract'
import { type mailRules, PhoneError } from '@parley/contract/phone'
import {
  type AuthenticationService,
  type PhoneRequest,
  runOrUnreachable,
  selectMembers,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findMailRules, saveMailRulesRow } from './records/mail-rules.ts'

type GetMailRules = typeof mailRules.getMailRules
type SaveMailRules = typeof mailRules.saveMailRules

export async function getMailRules(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetMailRules>,
): Promise<ResponseOf<GetMailRules>> {
  const stored = await findMailRules(database, user.workspaceId)
  if (!stored) return { summaries: 'no-one', summaryMemberIds: [], missedCalls: 'off' }
  const { summaries, summaryMemberIds, missedCalls } = stored
  return { summaries, summaryMemberIds: [...summaryMemberIds], missedCalls }
}

export async function saveMailRules(
  services: Pick<Services, 'now'> & AuthenticationService,
  { user, body, transaction }: PhoneRequest<SaveMailRules>,
): Promise<ResponseOf<SaveMailRules>> {
  const { workspaceId } = user
  const { summaries, missedCalls } = body
  const memberIds = new Set(summaries === 'members' ? body.summaryMemberIds : [])
  await requireMembers(services, workspaceId, memberIds)
  const now = services.now()
  await transaction(async (changes) => {
    const stored = await findMailRules(changes, workspaceId)
    const summariesSince = stored?.summaries === summaries ? stored.summariesSince : now
    const rules = { workspaceId, summaries, summaryMemberIds: [...memberIds], summariesSince, missedCalls }
    await saveMailRulesRow(changes, rules, now)
    await changes.audit(
      'mail_rules.saved',
      { type: 'workspace', id: workspaceId },
      { summaries, members: [...memberIds].join(', '), missedCalls },
    )
  })
  return { success: true }
}

/** @throws {PhoneError} `SUMMARY_RECIPIENT_NOT_ALLOWED`, `ACCOUNTS_UNREACHABLE` */
async function requireMembers(
  { authentication }: AuthenticationService,
  workspaceId: string,
  userIds: ReadonlySet<string>,
): Promise<void> {
  const members = await runOrUnreachable(() => selectMembers(authentication, workspaceId, userIds))
  if (members.size < userIds.size) throw new PhoneError('SUMMARY_RECIPIENT_NOT_ALLOWED')
}
