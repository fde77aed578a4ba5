import type { Mutation } from '../mutation.ts'
import { accountAttackMutations } from './account-attacks.ts'
import { accountFairnessMutations } from './account-fairness.ts'
import { accountFloodMutations } from './account-floods.ts'
import { analysisMutations } from './analysis.ts'
import { announcementMutations } from './announcements.ts'
import { audioAccessMutations } from './audio-access.ts'
import { authMutations } from './auth.ts'
import { callAnalysisMutations } from './call-analysis.ts'
import { callAttackMutations } from './call-attacks.ts'
import { callDetailMutations } from './call-details.ts'
import { callEngineMutations } from './call-engine.ts'
import { callLimitMutations } from './call-limits.ts'
import { callMetricsMutations } from './call-metrics.ts'
import { callSummaryMailMutations } from './call-summary-mails.ts'
import { claimedAccountMutations } from './claimed-accounts.ts'
import { clientMutations } from './client.ts'
import { commandPaletteMutations } from './command-palette.ts'
import { consultationMutations } from './consultations.ts'
import { contactChangeMutations } from './contact-changes.ts'
import { contactFieldMutations } from './contact-fields.ts'
import { contactImportMutations } from './contact-imports.ts'
import { contactMutations } from './contacts.ts'
import { contractMutations } from './contract.ts'
import { costMutations } from './costs.ts'
import { deletionMutations } from './deletions.ts'
import { deliveryFairnessMutations } from './delivery-fairness.ts'
import { emailMutations } from './email.ts'
import { emailAddressMutations } from './email-addresses.ts'
import { emailNameMutations } from './email-names.ts'
import { emergencyCallMutations } from './emergency-calls.ts'
import { endedErasureMutations } from './ended-erasures.ts'
import { erasureMutations } from './erasures.ts'
import { failoverMutations } from './failover.ts'
import { hostileCallerMutations } from './hostile-callers.ts'
import { httpLimitMutations } from './http-limits.ts'
import { identityMutations } from './identity.ts'
import { impersonationMutations } from './impersonation.ts'
import { kitMutations } from './kit.ts'
import { largeListMutations } from './large-lists.ts'
import { linkedCallMutations } from './linked-calls.ts'
import { liveSocketMutations } from './live-socket.ts'
import { mediaAttackMutations } from './media-attacks.ts'
import { mediaPortMutations } from './media-ports.ts'
import { menuMutations } from './menus.ts'
import { missedCallEmailMutations } from './missed-call-emails.ts'
import { oauthMutations } from './oauth.ts'
import { ownerLimitMutations } from './owner-limits.ts'
import { parkedCallMutations } from './parked-calls.ts'
import { phoneScreenMutations } from './phone.ts'
import { phoneApiKeyMutations } from './phone-api-keys.ts'
import { phoneCallMutations } from './phone-calls.ts'
import { phoneReachabilityMutations } from './phone-reachability.ts'
import { phoneRequestMutations } from './phone-requests.ts'
import { phoneServiceMutations } from './phone-service.ts'
import { phoneTenancyMutations } from './phone-tenancy.ts'
import { phoneTrunkMutations } from './phone-trunks.ts'
import { phoneVerificationMutations } from './phone-verification.ts'
import { phoneWebhookMutations } from './phone-webhooks.ts'
import { platformMutations } from './platform.ts'
import { presenceMutations } from './presence.ts'
import { promptTestMutations } from './prompt-tests.ts'
import { recordingMutations } from './recordings.ts'
import { routingMutations } from './routing.ts'
import { rtpMutations } from './rtp.ts'
import { secondFactorMutations } from './second-factor.ts'
import { selfTestMutations } from './self-tests.ts'
import { serverMutations } from './server.ts'
import { serverHttpMutations } from './server-http.ts'
import { serviceContextMutations } from './service-context.ts'
import { sessionMutations } from './sessions.ts'
import { sharedPlaceMutations } from './shared-places.ts'
import { sharedQueueMutations } from './shared-queues.ts'
import { sipMutations } from './sip.ts'
import { sipDialogMutations } from './sip-dialogs.ts'
import { sipPeerMutations } from './sip-peers.ts'
import { sipSessionMutations } from './sip-sessions.ts'
import { sipTransactionMutations } from './sip-transactions.ts'
import { soundMutations } from './sound.ts'
import { teamAttackMutations } from './team-attacks.ts'
import { teamsMutations } from './teams.ts'
import { telephonyMutations } from './telephony.ts'
import { transcriptionMutations } from './transcription.ts'
import { transferMutations } from './transfers.ts'
import { trunkAddressMutations } from './trunk-addresses.ts'
import { uploadLimitMutations } from './upload-limits.ts'
import { usersMutations } from './users.ts'
import { voicemailMutations } from './voicemails.ts'
import { waitingMutations } from './waiting.ts'
import { webAttackMutations } from './web-attacks.ts'
import { workspaceMailMutations } from './workspace-mail.ts'

/** Mutations of the account service, its clients and the libraries of both services. */
const accountMutations: readonly Mutation[] = [
  ...accountAttackMutations,
  ...teamAttackMutations,
  ...accountFairnessMutations,
  ...accountFloodMutations,
  ...deliveryFairnessMutations,
  ...largeListMutations,
  ...authMutations,
  ...secondFactorMutations,
  ...sessionMutations,
  ...claimedAccountMutations,
  ...clientMutations,
  ...contractMutations,
  ...emailMutations,
  ...missedCallEmailMutations,
  ...emailAddressMutations,
  ...emailNameMutations,
  ...identityMutations,
  ...impersonationMutations,
  ...kitMutations,
  ...oauthMutations,
  ...ownerLimitMutations,
  ...platformMutations,
  ...httpLimitMutations,
  ...serverHttpMutations,
  ...serverMutations,
  ...serviceContextMutations,
  ...teamsMutations,
  ...usersMutations,
]

/** Mutations of the phone service, the phone, and its SIP and media. */
const phoneMutations: readonly Mutation[] = [
  ...callAttackMutations,
  ...hostileCallerMutations,
  ...callEngineMutations,
  ...contactImportMutations,
  ...contactFieldMutations,
  ...contactChangeMutations,
  ...contactMutations,
  ...costMutations,
  ...deletionMutations,
  ...emergencyCallMutations,
  ...endedErasureMutations,
  ...erasureMutations,
  ...failoverMutations,
  ...mediaAttackMutations,
  ...mediaPortMutations,
  ...parkedCallMutations,
  ...phoneApiKeyMutations,
  ...phoneCallMutations,
  ...phoneScreenMutations,
  ...phoneReachabilityMutations,
  ...phoneRequestMutations,
  ...phoneVerificationMutations,
  ...waitingMutations,
  ...phoneServiceMutations,
  ...audioAccessMutations,
  ...analysisMutations,
  ...callDetailMutations,
  ...callLimitMutations,
  ...callMetricsMutations,
  ...liveSocketMutations,
  ...phoneTenancyMutations,
  ...phoneTrunkMutations,
  ...phoneWebhookMutations,
  ...trunkAddressMutations,
  ...presenceMutations,
  ...promptTestMutations,
  ...recordingMutations,
  ...routingMutations,
  ...rtpMutations,
  ...selfTestMutations,
  ...sharedPlaceMutations,
  ...sharedQueueMutations,
  ...sipMutations,
  ...sipDialogMutations,
  ...sipPeerMutations,
  ...sipSessionMutations,
  ...sipTransactionMutations,
  ...soundMutations,
  ...telephonyMutations,
  ...transferMutations,
  ...transcriptionMutations,
  ...callAnalysisMutations,
  ...commandPaletteMutations,
  ...consultationMutations,
  ...linkedCallMutations,
  ...announcementMutations,
  ...menuMutations,
  ...uploadLimitMutations,
  ...voicemailMutations,
  ...webAttackMutations,
  ...callSummaryMailMutations,
  ...workspaceMailMutations,
]

/** The mutations of each nightly part. */
export const mutationParts = { accounts: accountMutations, phone: phoneMutations }

export const mutations: readonly Mutation[] = [...accountMutations, ...phoneMutations]
