export { enqueueEmail } from './enqueue-email.ts'
export { type Locale, localeFor } from '../locale.ts'
export type { TemplateName, TemplateVariables } from './templates.ts'
export type { SignInChange } from './texts/text.ts'
