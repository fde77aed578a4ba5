export { enqueueEmail } from './enqueue-email.ts'
export { type Locale, localeFor, locales } from './locale.ts'
