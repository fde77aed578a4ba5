import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { keptText, shortText, uuid } from './fields.ts'

/** TSX source. */
const source = keptText.max(256 * 1024)

/** The id of a theme, null for the theme of the project, false for no theme. */
export const themeChoice = z.union([uuid, z.null(), z.literal(false)], 'must be a UUID, null or false')

export const emailTemplate = z.object({
  id: z.uuid(),
  display_name: z.string(),
  tsx_source: z.string(),
  /** Omitted if the template uses the theme of the project. */
  theme_id: z.union([z.uuid(), z.literal(false)]).optional(),
})

const made = z.object({ id: z.uuid() })
const named = z.object({ display_name: shortText })

export const listEmailTemplates = accountEndpoint({
  method: 'GET',
  path: '/internal/email-templates',
  access: 'admin',
  summary: 'List the e-mail templates of the project, built-in templates included.',
  response: z.object({ templates: z.array(emailTemplate) }),
  errors: [],
})

export const createEmailTemplate = accountEndpoint({
  method: 'POST',
  path: '/internal/email-templates',
  access: 'admin',
  summary: 'Create an e-mail template with sample content.',
  body: named,
  response: made,
  errors: [],
})

export const updateEmailTemplate = accountEndpoint({
  method: 'PATCH',
  path: '/internal/email-templates/{id}',
  access: 'admin',
  summary: 'Change an e-mail template. A source that does not render is rejected.',
  params: z.object({ id: uuid }),
  body: z.object({ tsx_source: source, theme_id: themeChoice.optional() }),
  response: z.object({ rendered_html: z.string() }),
  errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'EMAIL_RENDERING_ERROR'],
  textErrors: [400, 404],
})

export const listEmailThemes = accountEndpoint({
  method: 'GET',
  path: '/internal/email-themes',
  access: 'admin',
  summary: 'List the e-mail themes of the project.',
  response: z.object({ themes: z.array(z.object({ id: z.uuid(), display_name: z.string() })) }),
  errors: [],
})

export const createEmailTheme = accountEndpoint({
  method: 'POST',
  path: '/internal/email-themes',
  access: 'admin',
  summary: 'Create an e-mail theme as a copy of the light theme.',
  body: named,
  response: made,
  errors: [],
})

export const getEmailTheme = accountEndpoint({
  method: 'GET',
  path: '/internal/email-themes/{id}',
  access: 'admin',
  summary: 'Get an e-mail theme with its source.',
  params: z.object({ id: uuid }),
  response: z.object({ display_name: z.string(), tsx_source: z.string() }),
  errors: [],
  textErrors: [404],
})

export const updateEmailTheme = accountEndpoint({
  method: 'PATCH',
  path: '/internal/email-themes/{id}',
  access: 'admin',
  summary: 'Change an e-mail theme. A source that does not render is rejected.',
  params: z.object({ id: uuid }),
  body: z.object({ tsx_source: source }),
  response: z.object({ display_name: z.string() }),
  errors: ['EMAIL_RENDERING_ERROR'],
  textErrors: [404],
})

export const renderEmail = accountEndpoint({
  method: 'POST',
  path: '/emails/render-email',
  access: 'admin',
  summary: 'Render a template with a theme, each given by id or source, using their preview values.',
  body: z.object({
    theme_id: themeChoice.optional(),
    theme_tsx_source: source.optional(),
    template_id: uuid.optional(),
    template_tsx_source: source.optional(),
  }),
  response: z.object({
    html: z.string(),
    subject: z.string().optional(),
    notification_category: z.string().optional(),
  }),
  errors: ['EMAIL_RENDERING_ERROR'],
  textErrors: [400],
})

export const emailTemplateEndpoints = [
  listEmailTemplates,
  createEmailTemplate,
  updateEmailTemplate,
  listEmailThemes,
  createEmailTheme,
  getEmailTheme,
  updateEmailTheme,
  renderEmail,
] as const
