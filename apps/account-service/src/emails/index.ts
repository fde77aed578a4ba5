export { enqueueEmail } from './enqueue-email.ts'
export { type Locale, localeFor } from './locale.ts'
