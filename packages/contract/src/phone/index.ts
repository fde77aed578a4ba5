import { callEndpoints } from './calls.ts'
import { contactEndpoints } from './contacts.ts'
import { limitEndpoints } from './limits.ts'
import { meEndpoints } from './me.ts'
import { numberEndpoints } from './numbers.ts'
import { recordingEndpoints } from './recordings.ts'
import { trunkEndpoints } from './trunks.ts'

export * from './call.ts'
export * as calls from './calls.ts'
export * as contacts from './contacts.ts'
export * from './define-endpoint.ts'
export { commonPhoneErrors, type NextStep, type PhoneErrorCode, phoneErrors } from './error-table.ts'
export { PhoneError, type PhoneErrorDetails, phoneErrorDetails } from './errors.ts'
export * as fields from './fields.ts'
export * as limits from './limits.ts'
export * as live from './live.ts'
export * as me from './me.ts'
export * as numbers from './numbers.ts'
export * as recordings from './recordings.ts'
export * as trunks from './trunks.ts'

/** Every endpoint of the phone API, relative to `/api/v1` of its origin. */
export const phoneEndpoints = [
  ...meEndpoints,
  ...numberEndpoints,
  ...callEndpoints,
  ...recordingEndpoints,
  ...contactEndpoints,
  ...trunkEndpoints,
  ...limitEndpoints,
] as const
