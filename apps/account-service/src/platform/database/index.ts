import type { Migration } from '@parley/server'
import { initialSchema } from './migrations/0001-to-0010/0001-initial-schema.ts'
import { totpPasskeysOauth } from './migrations/0001-to-0010/0002-totp-passkeys-oauth.ts'
import { permissionAndSearchIndexes } from './migrations/0001-to-0010/0003-permission-and-search-indexes.ts'
import { recoveryCodesAndCliLogins } from './migrations/0001-to-0010/0004-recovery-codes-and-cli-logins.ts'
import { oauthTables } from './migrations/0001-to-0010/0005-oauth.ts'
import { emailTables } from './migrations/0001-to-0010/0006-emails.ts'
import { webhookTables } from './migrations/0001-to-0010/0007-webhooks.ts'
import { apiKeyTable } from './migrations/0001-to-0010/0008-api-keys.ts'
import { auditChain } from './migrations/0001-to-0010/0009-audit-chain.ts'
import { counters } from './migrations/0001-to-0010/0010-counters.ts'
import { imageTable } from './migrations/0011-to-0021/0011-images.ts'
import { aiChat } from './migrations/0011-to-0021/0012-ai-chat.ts'
import { authorizationCodeAttempts } from './migrations/0011-to-0021/0013-authorization-code-attempts.ts'
import { counterChanges } from './migrations/0011-to-0021/0015-counter-changes.ts'
import { emailContentsAndListIndexes } from './migrations/0011-to-0021/0017-email-contents-and-list-indexes.ts'
import { phoneProjectSettings } from './migrations/0011-to-0021/0018-phone-project-settings.ts'
import { imageIndexes } from './migrations/0011-to-0021/0019-image-indexes.ts'
import { apiKeyCreators } from './migrations/0011-to-0021/0020-api-key-creators.ts'
import { knownDeviceIndex } from './migrations/0011-to-0021/0021-known-device-index.ts'
import { tableNames } from './migrations/0022-to-0031/0022-table-names.ts'
import { quotasOfOwnProjects } from './migrations/0022-to-0031/0023-quotas-of-own-projects.ts'
import { trunkGrants } from './migrations/0022-to-0031/0024-trunk-grants.ts'
import { auditOmissions } from './migrations/0022-to-0031/0025-audit-omissions.ts'
import { identityOfOwnProjects } from './migrations/0022-to-0031/0026-identity-of-own-projects.ts'
import { refreshTokenRotation } from './migrations/0022-to-0031/0027-refresh-token-rotation.ts'
import { invitedAddresses } from './migrations/0022-to-0031/0028-invited-addresses.ts'
import { signUpCounters } from './migrations/0022-to-0031/0029-sign-up-counters.ts'
import { namesOfOwnProjects } from './migrations/0022-to-0031/0030-names-of-own-projects.ts'
import { inviters } from './migrations/0022-to-0031/0031-inviters.ts'
import { verifiedWithoutSession } from './migrations/0032-to-0041/0032-verified-without-session.ts'
import { codeRequesters } from './migrations/0032-to-0041/0033-code-requesters.ts'
import { credentialsOfProviderTokens } from './migrations/0032-to-0041/0034-credentials-of-provider-tokens.ts'
import { disabledCodeSignIn } from './migrations/0032-to-0041/0035-disabled-code-sign-in.ts'
import { simplePasswords } from './migrations/0032-to-0041/0036-simple-passwords.ts'
import { namesInEmails } from './migrations/0032-to-0041/0037-names-in-emails.ts'
import { projectsPerOwner } from './migrations/0032-to-0041/0038-projects-per-owner.ts'
import { memberManagedPermissions } from './migrations/0032-to-0041/0039-member-managed-permissions.ts'
import { verificationNeedsSession } from './migrations/0032-to-0041/0040-verification-needs-session.ts'
import { signUpCorrections } from './migrations/0032-to-0041/0041-sign-up-corrections.ts'
import { sessionOfSecondFactor } from './migrations/0042-to-0051/0042-session-of-second-factor.ts'
import { membersNameOwners } from './migrations/0042-to-0051/0043-members-name-owners.ts'
import { deliveriesToThePhone } from './migrations/0042-to-0051/0044-deliveries-to-the-phone.ts'
import { changesPerMinute } from './migrations/0042-to-0051/0045-changes-per-minute.ts'
import { apiKeysPerOwner } from './migrations/0042-to-0051/0046-api-keys-per-owner.ts'
import { metadataValues } from './migrations/0042-to-0051/0047-metadata-values.ts'
import { teamsOfInvitedUsers } from './migrations/0042-to-0051/0048-teams-of-invited-users.ts'
import { administratorsRenameWorkspaces } from './migrations/0042-to-0051/0049-administrators-rename-workspaces.ts'
import { workspacesInEmails } from './migrations/0042-to-0051/0050-workspaces-in-emails.ts'
import { codeSignInOfVerifiedUsers } from './migrations/0042-to-0051/0051-code-sign-in-of-verified-users.ts'
import { linksToHostedPages } from './migrations/0052-to-0061/0052-links-to-hosted-pages.ts'
import { missedCallEmails } from './migrations/0052-to-0061/0053-missed-call-emails.ts'
import { sizeOfWebhookEvents } from './migrations/0052-to-0061/0054-size-of-webhook-events.ts'
import { ownersOfWebhookEndpoints } from './migrations/0052-to-0061/0055-owners-of-webhook-endpoints.ts'
import { storageOfOwners } from './migrations/0052-to-0061/0056-storage-of-owners.ts'
import { administratorsManageApiKeys } from './migrations/0052-to-0061/0057-administrators-manage-api-keys.ts'

export { isConstraintViolation } from './constraint-violation.ts'
export { insertWhere } from './insert-where.ts'
export { selectJsonTexts, toJsonTexts } from './json.ts'
export { maxListRows } from './max-list-rows.ts'
export { maxListBytes, maxPageBytes, readList } from './read-list.ts'
export { accountsSchema } from './schema.ts'
export { sortByIds } from './sort-by-ids.ts'
export type { AccountTables, AsJson, Database } from './tables.ts'

export const accountMigrations: readonly Migration[] = [
  initialSchema,
  totpPasskeysOauth,
  permissionAndSearchIndexes,
  recoveryCodesAndCliLogins,
  oauthTables,
  emailTables,
  webhookTables,
  apiKeyTable,
  auditChain,
  counters,
  imageTable,
  aiChat,
  authorizationCodeAttempts,
  counterChanges,
  emailContentsAndListIndexes,
  phoneProjectSettings,
  imageIndexes,
  apiKeyCreators,
  knownDeviceIndex,
  tableNames,
  quotasOfOwnProjects,
  trunkGrants,
  auditOmissions,
  identityOfOwnProjects,
  refreshTokenRotation,
  invitedAddresses,
  signUpCounters,
  namesOfOwnProjects,
  inviters,
  verifiedWithoutSession,
  codeRequesters,
  credentialsOfProviderTokens,
  disabledCodeSignIn,
  simplePasswords,
  namesInEmails,
  projectsPerOwner,
  memberManagedPermissions,
  verificationNeedsSession,
  signUpCorrections,
  sessionOfSecondFactor,
  membersNameOwners,
  deliveriesToThePhone,
  changesPerMinute,
  apiKeysPerOwner,
  metadataValues,
  teamsOfInvitedUsers,
  administratorsRenameWorkspaces,
  workspacesInEmails,
  codeSignInOfVerifiedUsers,
  linksToHostedPages,
  missedCallEmails,
  sizeOfWebhookEvents,
  ownersOfWebhookEndpoints,
  storageOfOwners,
  administratorsManageApiKeys,
]
