import { emailTemplates } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createEmailTemplate } from './create-template.ts'
import { listEmailTemplates } from './list-templates.ts'
import { renderEmail } from './render-email.ts'
import { updateEmailTemplate } from './update-template.ts'

export { oneLine, type SignInChange, type TemplateName, type TemplateVariables } from './built-in-content.ts'
export { type RenderContext, type RenderedEmail, renderHtml } from './render.ts'
export { renderBuiltInOrCustom, renderStored } from './render-stored.ts'
export { findTemplate, type Template } from './templates.ts'

export function serveEmailTemplates(serve: AccountRouter, services: Services): void {
  serve(emailTemplates.listEmailTemplates, (request) => listEmailTemplates(services, request))
  serve(emailTemplates.createEmailTemplate, (request) => createEmailTemplate(services, request))
  serve(emailTemplates.updateEmailTemplate, (request) => updateEmailTemplate(services, request))
  serve(emailTemplates.renderEmail, (request) => renderEmail(services, request))
}
