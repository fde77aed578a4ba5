import type { Result } from '@parley/client'
import { createCollection } from '../app/collection.ts'
import { useData } from '../app/use-data.ts'
import type { ServerCore, ServerData } from '../server/app/server-core.ts'
import { type AdminEmailConfig, encodeEmailServer } from './admin-project-config.ts'

export interface EmailTheme {
  readonly id: string
  readonly displayName: string
}

export interface EmailThemeSource {
  readonly displayName: string
  readonly tsxSource: string
}

export interface EmailTemplate {
  readonly id: string
  readonly displayName: string
  readonly tsxSource: string
  /** Undefined for the theme of the project, false for none. */
  readonly themeId: string | false | undefined
}

/** The theme and the template of a preview, each by id or source. */
export interface EmailPreviewOptions {
  readonly themeId?: string | null | false
  readonly themeTsxSource?: string
  readonly templateId?: string
  readonly templateTsxSource?: string
}

export interface AdminSentEmail {
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  /** The first address of `to`. */
  readonly recipient: string
  readonly sentAt: Date
  /** Undefined if the mail server accepted the e-mail. */
  readonly error?: string
}

export type EmailServerSettings = Omit<Extract<AdminEmailConfig, { type: 'standard' }>, 'type'>

export function createEmailMethods(core: ServerCore) {
  return { ...createTemplateMethods(core), ...createDeliveryMethods(core) }
}

function createTemplateMethods(core: ServerCore) {
  const themes = createCollection(core, 'email-themes', async () => {
    const data = await core.server('GET /internal/email-themes', {})
    return data.themes.map(({ id, display_name }): EmailTheme => ({ id, displayName: display_name }))
  })
  const templates = createCollection(core, 'email-templates', async () =>
    (await core.server('GET /internal/email-templates', {})).templates.map(toTemplate),
  )
  async function getEmailTheme(id: string): Promise<EmailThemeSource> {
    const wire = await core.server('GET /internal/email-themes/{id}', { params: { id } })
    return { displayName: wire.display_name, tsxSource: wire.tsx_source }
  }
  const theme = (id: string) => core.userData(`email-theme ${id}`, () => getEmailTheme(id))

  return {
    themes,
    templates,
    getEmailTheme,
    useEmailTheme: (id: string) => useData(theme(id)),
    async createEmailTheme(displayName: string): Promise<{ readonly id: string }> {
      const created = await core.server('POST /internal/email-themes', {
        body: { display_name: displayName },
      })
      await themes.refresh()
      return created
    },
    async updateEmailTheme(id: string, tsxSource: string): Promise<void> {
      await core.server('PATCH /internal/email-themes/{id}', {
        params: { id },
        body: { tsx_source: tsxSource },
      })
      await theme(id).refresh()
    },
    async createEmailTemplate(displayName: string): Promise<{ readonly id: string }> {
      const body = { display_name: displayName }
      const created = await core.server('POST /internal/email-templates', { body })
      await templates.refresh()
      return created
    },
    async updateEmailTemplate(
      id: string,
      tsxSource: string,
      themeId?: string | null | false,
    ): Promise<{ readonly renderedHtml: string }> {
      const body = { tsx_source: tsxSource, theme_id: themeId }
      const wire = await core.server('PATCH /internal/email-templates/{id}', { params: { id }, body })
      await templates.refresh()
      return { renderedHtml: wire.rendered_html }
    },
    async getEmailPreview(options: EmailPreviewOptions): Promise<string> {
      const body = {
        theme_id: options.themeId,
        theme_tsx_source: options.themeTsxSource,
        template_id: options.templateId,
        template_tsx_source: options.templateTsxSource,
      }
      return (await core.server('POST /emails/render-email', { body })).html
    },
  }
}

function createDeliveryMethods(core: ServerCore) {
  return {
    /** Tests an e-mail server before it is used. */
    async sendTestEmail(options: {
      readonly recipientEmail: string
      readonly emailConfig: EmailServerSettings
    }): Promise<Result<undefined, { readonly errorMessage: string }>> {
      const email_config = encodeEmailServer(options.emailConfig)
      const body = { recipient_email: options.recipientEmail, email_config }
      const { success, error_message } = await core.server('POST /internal/send-test-email', { body })
      if (success) return { status: 'ok', data: undefined }
      return { status: 'error', error: { errorMessage: error_message ?? 'Email test error not specified' } }
    },
    async sendSignInInvitationEmail(email: string, callbackUrl: string): Promise<void> {
      const body = { email, callback_url: callbackUrl }
      await core.server('POST /internal/send-sign-in-invitation', { body })
    },
    async listSentEmails(): Promise<AdminSentEmail[]> {
      const { items } = await core.server('GET /internal/emails', {})
      return items.map(({ id, to, subject, sent_at_millis, error }) => ({
        id,
        to,
        subject,
        recipient: to[0] ?? '',
        sentAt: new Date(sent_at_millis),
        error: error ?? undefined,
      }))
    },
  }
}

function toTemplate(wire: ServerData<'GET /internal/email-templates'>['templates'][number]): EmailTemplate {
  return {
    id: wire.id,
    displayName: wire.display_name,
    tsxSource: wire.tsx_source,
    themeId: wire.theme_id,
  }
}
