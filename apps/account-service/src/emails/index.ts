export { enqueueEmail } from './enqueue-email.ts'
