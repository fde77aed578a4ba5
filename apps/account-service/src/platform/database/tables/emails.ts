import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

interface EmailTemplates {
  project_id: string
  id: string
  display_name: string
  tsx_source: string
  theme: string | null
  last_successful_render: Json
  created_at: Date
}

interface EmailThemes {
  project_id: string
  id: string
  display_name: string
  tsx_source: string
  created_at: Date
}

interface SentEmails {
  id: string
  project_id: string
  subject: string
  recipient: string
  sender: ColumnType<unknown, string, string>
  error: string | null
  sent_at: Date
}

interface EmailContents {
  id: string
  project_id: string
  /** Owner of the project, or the project when it had none; null for contents from before this column. */
  owner_id: string | null
  sealed_content: string
  recipients: number
  /** Bytes of the content, with an estimate for its jobs. */
  size: GeneratedAlways<string>
  created_at: Date
}

interface EmailSuppressions {
  project_id: string
  email: string
  suppressed_at: Date
}

interface NotificationPreferences {
  project_id: string
  user_id: string
  category_id: string
  is_enabled: boolean
}

/** E-mail templates, themes, deliveries and preferences. */
export interface EmailTables {
  email_templates: EmailTemplates
  email_themes: EmailThemes
  sent_emails: SentEmails
  email_contents: EmailContents
  email_suppressions: EmailSuppressions
  notification_preferences: NotificationPreferences
}
