import type { analyses } from '@parley/contract/phone'
import { type ActiveCallService, type StoredCall, serializeCalls, toAnyMember } from '../call-log/index.ts'
import { findLanguage } from '../limits/index.ts'
import type { CallSummaryMail } from '../missed-call-mails/index.ts'
import { formatNumber } from '../numbering-plan/index.ts'
import type { Services } from '../services.ts'

interface SummaryInput {
  readonly call: StoredCall
  readonly analysis: analyses.Analysis
  readonly workspaceName: string
  /** The member who sends it; null: it is sent by itself. */
  readonly senderName: string | null
  /** Null: UTC. */
  readonly timeZone: string | null
}

/** Returns the summary of a call in the language of its workspace. It is the same for all its readers. */
export async function createSummary(
  services: Services & ActiveCallService,
  { call, analysis, workspaceName, senderName, timeZone }: SummaryInput,
): Promise<CallSummaryMail> {
  const { workspaceId } = call
  // The name in a private contact is not shown to others, nor a name that the caller chose.
  const viewer = toAnyMember(workspaceId)
  const [serialized] = await serializeCalls(services, viewer, [{ ...call, callerName: null }])
  const { startedAt, answeredAt, endedAt } = call.state
  const talkMs = answeredAt === null || endedAt === null ? 0 : endedAt - answeredAt
  return {
    language: await findLanguage(services, workspaceId),
    workspace_name: workspaceName,
    sender_name: senderName,
    time_zone: timeZone,
    call: {
      id: call.id,
      name: serialized?.name ?? null,
      number: call.number === null ? null : formatNumber(call.number),
      started_at_millis: startedAt,
      talk_seconds: Math.max(0, Math.round(talkMs / 1_000)),
    },
    statements: analysis.statements.map(({ text, sources }) => ({ text, is_supported: sources.length > 0 })),
    fields: analysis.fields.flatMap(({ label, value, isInvalid }) =>
      value === null || isInvalid ? [] : [{ label, values: Array.isArray(value) ? value : [value] }],
    ),
    action_items: analysis.actionItems.map(({ text, owner, dueOn }) => ({
      text,
      owner: owner?.name ?? null,
      due_on: dueOn,
    })),
  }
}
