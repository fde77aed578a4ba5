import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { SandboxService } from '../sandbox/index.ts'
import { createEmailTemplate } from './create-template.ts'
import { listEmailTemplateTypes } from './list-template-types.ts'
import { listEmailTemplates } from './list-templates.ts'
import { renderEmail } from './render-email.ts'
import { updateEmailTemplate } from './update-template.ts'

export type { SignInChange, TemplateName, TemplateVariables } from './built-in-content.ts'
export { toPlainName, toUnlinkedText, withEmailName } from './plain-name.ts'
export { type RenderContext, type RenderedEmail, renderHtml } from './render.ts'
export { oneLine } from './render-fragment.ts'
export { renderBuiltInOrCustom, renderStored } from './render-stored.ts'
export { findTemplate, type Template } from './templates.ts'

export const emailTemplateHandlers = {
  'GET /email-templates': listEmailTemplateTypes,
  'GET /internal/email-templates': listEmailTemplates,
  'POST /internal/email-templates': createEmailTemplate,
  'PATCH /internal/email-templates/{id}': updateEmailTemplate,
  'POST /emails/render-email': renderEmail,
} satisfies Partial<AccountHandlers<Services & SandboxService>>
