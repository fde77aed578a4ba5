import { emailTemplates } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { createEmailTemplate } from './create-template.ts'
import { listEmailTemplates } from './list-templates.ts'
import { renderEmail } from './render-email.ts'
import { updateEmailTemplate } from './update-template.ts'

export { oneLine, type TemplateName, type TemplateVariables } from './own-templates.ts'
export { type Rendered, renderHtml, type Setting } from './render.ts'
export { renderOwn, renderStored } from './render-own.ts'
export { findTemplate, type Template } from './templates.ts'
export type { SignInChange } from './texts/text.ts'

export function serveEmailTemplates(serve: Serve, services: Services): void {
  serve(emailTemplates.listEmailTemplates, (request) => listEmailTemplates(services, request))
  serve(emailTemplates.createEmailTemplate, (request) => createEmailTemplate(services, request))
  serve(emailTemplates.updateEmailTemplate, (request) => updateEmailTemplate(services, request))
  serve(emailTemplates.renderEmail, (request) => renderEmail(services, request))
}
