import { z } from 'zod'
import {
  findTemplate,
  oneLine,
  type Rendered,
  renderHtml,
  renderOwn,
  renderStored,
  type Setting,
  type TemplateName,
  type TemplateVariables,
} from '../email-templates/index.ts'
import { chooseTheme } from '../email-themes/index.ts'
import type { Locale } from '../locale.ts'
import {
  categoryNamed,
  makeUnsubscribeLink,
  type NotificationCategory,
  transactional,
  wantsMail,
} from '../notifications/index.ts'
import type { Project } from '../projects/index.ts'
import type { DeliveryNeeds } from './deliver-email.ts'

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

interface Order {
  readonly project: Project
  readonly userId: string | null
  readonly locale: Locale
  readonly content: EmailContent
}

export interface Composed {
  readonly mail: { readonly subject: string; readonly html: string; readonly text: string }
  readonly category: NotificationCategory
  readonly unsubscribeLink: string | null
  /** Part of the subject that must not be stored. */
  readonly secret: string | null
}

/**
 * Renders an e-mail; null if the recipient has unsubscribed or was deleted.
 *
 * @throws {RenderingFailed}
 */
export async function composeEmail(services: DeliveryNeeds, order: Order): Promise<Composed | null> {
  const { project, userId, locale, content } = order
  const user = userId === null ? null : await services.findUser(project.id, userId)
  if (userId !== null && !user && content.kind !== 'own') return null
  const reader = { project, locale, userDisplayName: user?.display_name ?? null }
  switch (content.kind) {
    case 'own': {
      const { template, variables } = content
      const rendered = await renderOwn(services, { ...reader, unsubscribeLink: null }, template, variables)
      const secret = 'otp' in variables ? variables.otp : null
      return { mail: mailOf(rendered), category: transactional, unsubscribeLink: null, secret }
    }
    case 'template':
      return await optional(services, order, (unsubscribeLink) =>
        fromTemplate(services, { ...reader, unsubscribeLink }, content),
      )
    case 'html':
      return await optional(services, order, (unsubscribeLink) =>
        fromHtml(services, { ...reader, unsubscribeLink }, content),
      )
  }
}

type Reader = Omit<Setting, 'theme'>

async function fromTemplate(
  services: DeliveryNeeds,
  reader: Reader,
  { templateId, themeId, subject, variables }: EmailContent & { kind: 'template' },
): Promise<Rendered | null> {
  const template = await findTemplate(services.database, reader.project.id, templateId)
  if (!template) return null
  const rendered = await renderStored(services, reader, template, variables, themeId)
  return { ...rendered, subject: subject ?? rendered.subject }
}

async function fromHtml(
  services: DeliveryNeeds,
  reader: Reader,
  { html, subject, themeId, category }: EmailContent & { kind: 'html' },
): Promise<Rendered> {
  const theme = (await chooseTheme(services.database, reader.project, themeId ?? null)) ?? null
  const rendered = await renderHtml(services, { ...reader, theme }, { html, subject })
  return { ...rendered, subject, category: categoryNamed(category) }
}

/** Checks the recipient's preference, and adds an unsubscribe link to optional e-mails. */
async function optional(
  services: DeliveryNeeds,
  { project, userId }: Order,
  render: (unsubscribeLink: string | null) => Promise<Rendered | null>,
): Promise<Composed | null> {
  const first = await render(null)
  if (!first || userId === null) return null
  // The template determines the category, so it is rendered once before the link is created.
  const category = first.category ?? transactional
  if (!category.canDisable) return { mail: mailOf(first), category, unsubscribeLink: null, secret: null }
  if (!(await wantsMail(services.database, userId, category))) return null

  const unsubscribeLink = await makeUnsubscribeLink(services, services.database, {
    project,
    userId,
    category,
  })
  const second = await render(unsubscribeLink)
  return second && { mail: mailOf(second), category, unsubscribeLink, secret: null }
}

function mailOf({ subject, html, text }: Rendered): Composed['mail'] {
  return { subject: oneLine(subject ?? ''), html, text }
}
