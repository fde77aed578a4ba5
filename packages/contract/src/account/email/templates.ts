import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, largeBodyBytes, listResponse, storableString, uuid } from '../fields.ts'

/** TSX source. */
const tsxSource = storableString.max(256 * 1024)

/**
 * The id of a template or theme in a body. An id that is not a UUID is unknown, like one that does not exist.
 */
export const emailPartId = boundedString.toLowerCase()

/** The id of a theme, null for the theme of the project, false for no theme. */
export const themeChoice = z.union([emailPartId, z.null(), z.literal(false)], 'must be an id, null or false')

export const emailTemplate = z.object({
  id: z.uuid(),
  display_name: z.string(),
  tsx_source: z.string(),
  /** Omitted if the template uses the theme of the project. */
  theme_id: z.union([z.uuid(), z.literal(false)]).optional(),
})

const createdResponse = z.object({ id: z.uuid() })
const createBody = z.object({ display_name: boundedString })

export const listEmailTemplates = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/email-templates',
  access: 'admin',
  summary: 'List the e-mail templates of the project, built-in templates included.',
  response: z.object({ templates: z.array(emailTemplate) }),
  errors: [],
  plainTextErrors: [400],
})

export const listEmailTemplateTypes = defineAccountEndpoint({
  method: 'GET',
  path: '/email-templates',
  access: 'admin',
  summary: 'List the built-in e-mail templates by type, for public clients before 2.8.28.',
  response: listResponse(
    z.object({
      type: z.enum(['email_verification', 'password_reset', 'magic_link', 'team_invitation']),
      /** The subject with preview values. */
      subject: z.string(),
      /** These clients edit templates in a format that the service does not have. */
      content: z.null(),
      /** Whether the project has not changed the template. */
      is_default: z.boolean(),
    }),
  ),
  errors: [],
})

export const createEmailTemplate = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/email-templates',
  access: 'admin',
  summary: 'Create an e-mail template with sample content.',
  body: createBody,
  response: createdResponse,
  errors: [],
})

export const updateEmailTemplate = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/email-templates/{id}',
  access: 'admin',
  summary: 'Change an e-mail template. A source that does not render is rejected.',
  params: z.object({ id: uuid }),
  body: z.object({ tsx_source: tsxSource, theme_id: themeChoice.optional() }),
  maxBodyBytes: largeBodyBytes,
  response: z.object({ rendered_html: z.string() }),
  errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'EMAIL_RENDERING_ERROR'],
  plainTextErrors: [400, 404],
})

export const listEmailThemes = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/email-themes',
  access: 'admin',
  summary: 'List the e-mail themes of the project.',
  response: z.object({ themes: z.array(z.object({ id: z.uuid(), display_name: z.string() })) }),
  errors: [],
})

export const createEmailTheme = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/email-themes',
  access: 'admin',
  summary: 'Create an e-mail theme as a copy of the light theme.',
  body: createBody,
  response: createdResponse,
  errors: [],
})

export const getEmailTheme = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/email-themes/{id}',
  access: 'admin',
  summary: 'Get an e-mail theme with its source.',
  params: z.object({ id: uuid }),
  response: z.object({ display_name: z.string(), tsx_source: z.string() }),
  errors: [],
  plainTextErrors: [404],
})

export const updateEmailTheme = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/email-themes/{id}',
  access: 'admin',
  summary: 'Change an e-mail theme. A source that does not render is rejected.',
  params: z.object({ id: uuid }),
  body: z.object({ tsx_source: tsxSource }),
  maxBodyBytes: largeBodyBytes,
  response: z.object({ display_name: z.string() }),
  errors: ['EMAIL_RENDERING_ERROR'],
  plainTextErrors: [404],
})

export const renderEmail = defineAccountEndpoint({
  method: 'POST',
  path: '/emails/render-email',
  access: 'admin',
  summary: 'Render a template with a theme, each given by id or source, using their preview values.',
  body: z.object({
    theme_id: themeChoice.optional(),
    theme_tsx_source: tsxSource.optional(),
    template_id: emailPartId.optional(),
    template_tsx_source: tsxSource.optional(),
  }),
  maxBodyBytes: largeBodyBytes,
  response: z.object({
    html: z.string(),
    subject: z.string().optional(),
    notification_category: z.string().optional(),
  }),
  errors: ['EMAIL_RENDERING_ERROR'],
  plainTextErrors: [400],
})
