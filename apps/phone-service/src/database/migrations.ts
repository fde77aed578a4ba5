import type { Migration } from '@parley/server'
import { initialSchema } from './migrations/0001-initial-schema.ts'
import { callLineIds } from './migrations/0002-call-line-ids.ts'
import { tableNames } from './migrations/0003-table-names.ts'
import { sipDialogs } from './migrations/0004-sip-dialogs.ts'
import { trunkTenancy } from './migrations/0005-trunk-tenancy.ts'
import { auditLog } from './migrations/0006-audit-log.ts'
import { endedSessions } from './migrations/0007-ended-sessions.ts'
import { slotsInUse } from './migrations/0008-slots-in-use.ts'
import { omittedDenials } from './migrations/0009-omitted-denials.ts'
import { namesOfPersonalNumbers } from './migrations/0010-names-of-personal-numbers.ts'
import { audioPlaybacks } from './migrations/0011-audio-playbacks.ts'
import { ownersOfCalls } from './migrations/0012-owners-of-calls.ts'
import { conferences } from './migrations/0013-conferences.ts'
import { recordingStores } from './migrations/0014-recording-stores.ts'
import { severalNodes } from './migrations/0015-several-nodes.ts'
import { callTimersAndEvents } from './migrations/0018-call-timers-and-events.ts'
import { callsByEnd } from './migrations/0019-calls-by-end.ts'
import { userSettings } from './migrations/0020-user-settings.ts'
import { transfersByTrunks } from './migrations/0022-transfers-by-trunks.ts'
import { priceTables } from './migrations/0023-price-tables.ts'
import { callCharges } from './migrations/0024-call-charges.ts'
import { emergencyRoutes } from './migrations/0025-emergency-routes.ts'
import { blockedCallers } from './migrations/0026-blocked-callers.ts'
import { pushSubscriptions } from './migrations/0027-push-subscriptions.ts'
import { userPreferences } from './migrations/0028-user-preferences.ts'
import { routing } from './migrations/0030-routing.ts'
import { callForwarding } from './migrations/0031-call-forwarding.ts'
import { voicemails } from './migrations/0032-voicemails.ts'
import { callerIdChoices } from './migrations/0034-caller-id-choices.ts'
import { phoneVerifications } from './migrations/0035-phone-verifications.ts'
import { queues } from './migrations/0036-queues.ts'
import { parkedCalls } from './migrations/0037-parked-calls.ts'
import { announcements } from './migrations/0039-announcements.ts'
import { ringSeconds } from './migrations/0041-ring-seconds.ts'
import { releasedNumbers } from './migrations/0044-released-numbers.ts'
import { uploaders } from './migrations/0045-uploaders.ts'
import { sizesAndDeletions } from './migrations/0047-sizes-and-deletions.ts'
import { workspaceLanguages } from './migrations/0048-workspace-languages.ts'
import { answeredCharges } from './migrations/0049-answered-charges.ts'
import { settingsChangedAt } from './migrations/0050-settings-changed-at.ts'
import { deletedUsers } from './migrations/0051-deleted-users.ts'
import { emergencySlots } from './migrations/0052-emergency-slots.ts'
import { acceptedTrunks } from './migrations/0053-accepted-trunks.ts'
import { contactImports } from './migrations/0056-contact-imports.ts'
import { emergencyTests } from './migrations/0057-emergency-tests.ts'
import { timeZones } from './migrations/0058-time-zones.ts'
import { customFields } from './migrations/0060-custom-fields.ts'
import { contactChanges } from './migrations/0061-contact-changes.ts'
import { callTags } from './migrations/0070-call-tags.ts'
import { callAssignments } from './migrations/0071-call-assignments.ts'
import { callComments } from './migrations/0072-call-comments.ts'
import { callNumberKeys } from './migrations/0073-call-number-keys.ts'
import { callMetrics } from './migrations/0074-call-metrics.ts'
import { modelProviders } from './migrations/0077-model-providers.ts'
import { transcripts } from './migrations/0078-transcripts.ts'
import { analysisPrompts } from './migrations/0081-analysis-prompts.ts'
import { dueDeletions } from './migrations/0082-due-deletions.ts'
import { unrepeatedKeys } from './migrations/0083-unrepeated-keys.ts'
import { callAnalyses } from './migrations/0084-call-analyses.ts'
import { actionItems } from './migrations/0085-action-items.ts'
import { workspaceMails } from './migrations/0086-workspace-mails.ts'
import { auditByWorkspace } from './migrations/0087-audit-by-workspace.ts'
import { callerIdsInUndoData } from './migrations/0088-caller-ids-in-undo-data.ts'
import { workTurns } from './migrations/0089-work-turns.ts'
import { promptTests } from './migrations/0092-prompt-tests.ts'
import { openActionItems } from './migrations/0093-open-action-items.ts'
import { callSummaryMails } from './migrations/0095-call-summary-mails.ts'
import { mailRules } from './migrations/0096-mail-rules.ts'
import { retention } from './migrations/0097-retention.ts'
import { erasures } from './migrations/0098-erasures.ts'
import { announcementLedger } from './migrations/0099-announcement-ledger.ts'
import { selfTests } from './migrations/0101-self-tests.ts'
import { mailedAnalyses } from './migrations/0103-mailed-analyses.ts'
import { answeredSlots } from './migrations/0104-answered-slots.ts'
import { erasureFailures } from './migrations/0105-erasure-failures.ts'
import { erasureIndexes } from './migrations/0106-erasure-indexes.ts'
import { apiKeyScopes } from './migrations/0107-api-key-scopes.ts'
import { webhooks } from './migrations/0112-webhooks.ts'
import { refusalKeys } from './migrations/0117-refusal-keys.ts'
import { erasuresEnd } from './migrations/0118-erasures-end.ts'

/** In order of execution. A released migration never changes. Written for PostgreSQL 15. */
export const migrations: readonly Migration[] = [
  initialSchema,
  callLineIds,
  tableNames,
  sipDialogs,
  trunkTenancy,
  auditLog,
  endedSessions,
  slotsInUse,
  omittedDenials,
  namesOfPersonalNumbers,
  audioPlaybacks,
  ownersOfCalls,
  conferences,
  recordingStores,
  severalNodes,
  callTimersAndEvents,
  callsByEnd,
  userSettings,
  transfersByTrunks,
  priceTables,
  callCharges,
  emergencyRoutes,
  blockedCallers,
  pushSubscriptions,
  userPreferences,
  routing,
  phoneVerifications,
  voicemails,
  callForwarding,
  callerIdChoices,
  queues,
  parkedCalls,
  announcements,
  ringSeconds,
  releasedNumbers,
  uploaders,
  sizesAndDeletions,
  workspaceLanguages,
  answeredCharges,
  settingsChangedAt,
  deletedUsers,
  emergencySlots,
  acceptedTrunks,
  contactImports,
  emergencyTests,
  timeZones,
  customFields,
  contactChanges,
  callTags,
  callAssignments,
  callComments,
  callNumberKeys,
  callMetrics,
  analysisPrompts,
  dueDeletions,
  unrepeatedKeys,
  modelProviders,
  transcripts,
  workspaceMails,
  callAnalyses,
  actionItems,
  auditByWorkspace,
  callerIdsInUndoData,
  workTurns,
  promptTests,
  openActionItems,
  callSummaryMails,
  mailRules,
  retention,
  erasures,
  announcementLedger,
  selfTests,
  mailedAnalyses,
  answeredSlots,
  erasureFailures,
  erasureIndexes,
  apiKeyScopes,
  webhooks,
  refusalKeys,
  erasuresEnd,
]
