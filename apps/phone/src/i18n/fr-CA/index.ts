import { analyses } from './analysis/analyses.ts'
import { promptTests } from './analysis/prompt-tests.ts'
import { transcripts } from './analysis/transcripts.ts'
import { analysisPrompt } from './analysis-prompt.ts'
import { announcements } from './announcements.ts'
import { auditLog } from './audit-log.ts'
import { callDetails } from './call-details.ts'
import { apiKeys } from './configuration/api-keys.ts'
import { selfTest } from './configuration/self-test.ts'
import { webhooks } from './configuration/webhooks.ts'
import { configuration } from './configuration.ts'
import { contactChanges } from './contacts/contact-changes.ts'
import { contactFields } from './contacts/contact-fields.ts'
import { contactImport } from './contacts/contact-import.ts'
import { costs } from './costs.ts'
import { currentCall } from './current-call.ts'
import { erasure } from './data-protection/erasure.ts'
import { ledger } from './data-protection/ledger.ts'
import { mail } from './mail.ts'
import { reachability } from './reachability.ts'
import { routing } from './routing.ts'
import { screens } from './screens.ts'
import { settings } from './settings.ts'
import { commandPalette } from './shell/command-palette.ts'
import { shell } from './shell.ts'
import { verification } from './verification.ts'
import { voicemail } from './voicemail.ts'

export const frCA = {
  ...currentCall,
  ...screens,
  ...shell,
  ...commandPalette,
  ...configuration,
  ...reachability,
  ...erasure,
  ...ledger,
  ...mail,
  ...auditLog,
  ...apiKeys,
  ...selfTest,
  ...webhooks,
  ...settings,
  ...costs,
  ...contactImport,
  ...contactChanges,
  ...contactFields,
  ...routing,
  ...verification,
  ...voicemail,
  ...transcripts,
  ...callDetails,
  ...analyses,
  ...analysisPrompt,
  ...promptTests,
  ...announcements,
}
