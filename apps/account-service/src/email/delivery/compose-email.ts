import { z } from 'zod'
import type { Locale } from '../../locale.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import {
  createUnsubscribeLink,
  findCategoryByName,
  isSubscribed,
  type NotificationCategory,
  transactional,
} from '../../users/notifications/index.ts'
import { findUser } from '../../users/records/index.ts'
import type { SandboxService } from '../sandbox/index.ts'
import {
  findTemplate,
  oneLine,
  type RenderContext,
  type RenderedEmail,
  renderBuiltInOrCustom,
  renderHtml,
  renderStored,
  type TemplateName,
  type TemplateVariables,
} from '../templates/index.ts'
import { selectTheme } from '../themes/index.ts'

/** Overrides the theme of the template; omitted for the template's own. */
const themeChoice = z.union([z.string(), z.null(), z.literal(false)]).optional()

/** Stored description from which an e-mail is rendered when it is sent. */
export const emailContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('own'),
    template: z.custom<TemplateName>((name) => typeof name === 'string'),
    variables: z.custom<TemplateVariables[TemplateName]>((value) => typeof value === 'object'),
  }),
  z.object({
    kind: z.literal('template'),
    templateId: z.string(),
    themeId: themeChoice,
    /** Overrides the subject of the template. */
    subject: z.string().nullable(),
    variables: z.record(z.string(), z.unknown()),
  }),
  z.object({
    kind: z.literal('html'),
    html: z.string(),
    themeId: themeChoice,
    subject: z.string(),
    category: z.string(),
  }),
])

export type EmailContent = z.infer<typeof emailContent>

interface ComposeInput {
  readonly project: Project
  readonly userId: string | null
  readonly locale: Locale
  readonly content: EmailContent
  /** Aborted when the request for a preview is closed; null for an e-mail that is delivered. */
  readonly previewSignal: AbortSignal | null
}

export interface ComposedEmail {
  readonly email: { readonly subject: string; readonly html: string; readonly text: string }
  readonly category: NotificationCategory
  readonly unsubscribeLink: string | null
  /** Part of the subject that must not be stored. */
  readonly secretInSubject: string | null
}

type Deps = Pick<Services, 'database' | 'log' | 'options' | 'now'> & SandboxService

/**
 * Renders an e-mail; null if the recipient has unsubscribed or was deleted.
 *
 * @throws {RenderingFailed}
 */
export async function composeEmail(services: Deps, input: ComposeInput): Promise<ComposedEmail | null> {
  const { project, userId, locale, content, previewSignal } = input
  const user = userId === null ? null : await findUser(services.database, project.id, userId)
  if (userId !== null && !user && content.kind !== 'own') return null
  const reader = { project, locale, userDisplayName: user?.displayName ?? null, previewSignal }
  switch (content.kind) {
    case 'own': {
      const { template, variables } = content
      const rendered = await renderBuiltInOrCustom(
        services,
        { ...reader, unsubscribeLink: null },
        template,
        variables,
      )
      const secret = 'otp' in variables ? variables.otp : null
      return {
        email: toEmailParts(rendered),
        category: transactional,
        unsubscribeLink: null,
        secretInSubject: secret,
      }
    }
    case 'template':
      return await renderIfSubscribed(services, input, (unsubscribeLink) =>
        renderTemplate(services, { ...reader, unsubscribeLink }, content),
      )
    case 'html':
      return await renderIfSubscribed(services, input, (unsubscribeLink) =>
        renderHtmlContent(services, { ...reader, unsubscribeLink }, content),
      )
  }
}

type RecipientContext = Omit<RenderContext, 'theme'>

async function renderTemplate(
  services: Deps,
  reader: RecipientContext,
  { templateId, themeId, subject, variables }: EmailContent & { kind: 'template' },
): Promise<RenderedEmail | null> {
  const template = await findTemplate(services.database, reader.project.id, templateId)
  if (!template) return null
  const rendered = await renderStored(services, reader, template, variables, themeId)
  return { ...rendered, subject: subject ?? rendered.subject }
}

async function renderHtmlContent(
  services: Deps,
  reader: RecipientContext,
  { html, subject, themeId, category }: EmailContent & { kind: 'html' },
): Promise<RenderedEmail> {
  const theme = (await selectTheme(services.database, reader.project, themeId ?? null)) ?? null
  const rendered = await renderHtml(services, { ...reader, theme }, { html, subject })
  return { ...rendered, subject, category: findCategoryByName(category) }
}

/** Checks the recipient's preference, and adds an unsubscribe link to optional e-mails. */
async function renderIfSubscribed(
  services: Deps,
  { project, userId }: ComposeInput,
  render: (unsubscribeLink: string | null) => Promise<RenderedEmail | null>,
): Promise<ComposedEmail | null> {
  const first = await render(null)
  if (!first || userId === null) return null
  // The template determines the category, so it is rendered once before the link is created.
  const category = first.category ?? transactional
  if (!category.canDisable)
    return { email: toEmailParts(first), category, unsubscribeLink: null, secretInSubject: null }
  if (!(await isSubscribed(services.database, userId, category))) return null

  const unsubscribeLink = await createUnsubscribeLink(services, services.database, {
    project,
    userId,
    category,
  })
  const second = await render(unsubscribeLink)
  return second && { email: toEmailParts(second), category, unsubscribeLink, secretInSubject: null }
}

function toEmailParts({ subject, html, text }: RenderedEmail): ComposedEmail['email'] {
  return { subject: oneLine(subject ?? ''), html, text }
}
