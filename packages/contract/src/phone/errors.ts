import { z } from 'zod'
import { ApiError, type DetailsArgument } from '../api-error.ts'
import { apiKeyScopes } from './access/api-key-scopes.ts'
import { type PhoneErrorCode, phoneErrors } from './error-table.ts'
import { accountId, calledNumber, countryCode, currencyCode, e164, epochMillis, id } from './fields.ts'

/** The details of each error code of the phone API. A code that is missing here has no details. */
export const phoneErrorDetails = {
  SCHEMA_ERROR: z.object({ message: z.string() }),
  BODY_PARSING_ERROR: z.object({ message: z.string() }),
  TOO_MANY_REQUESTS: z.object({ retryAfterSeconds: z.int() }),
  ACCESS_TOKEN_EXPIRED: z.object({ expired_at_millis: epochMillis.nullable() }),
  INVALID_PROJECT_FOR_ACCESS_TOKEN: z.object({
    expected_project_id: z.string(),
    actual_project_id: z.string(),
  }),
  API_KEY_SCOPE_REQUIRED: z.object({ scope: z.enum(apiKeyScopes) }),
  NUMBER_NOT_UNDERSTOOD: z.object({ typed: z.string() }),
  NUMBER_NOT_VALID: z.object({ number: e164 }),
  COUNTRY_NOT_ALLOWED: z.object({
    number: e164,
    country: countryCode.nullable(),
    allowed: z.array(countryCode),
  }),
  PREMIUM_NUMBER: z.object({ number: calledNumber }),
  EMERGENCY_NUMBER: z.object({ typed: z.string() }),
  CALL_LIMIT_PER_MINUTE: z.object({ limit: z.int(), retryAfterSeconds: z.int() }),
  CALL_LIMIT_CONCURRENT: z.object({ limit: z.int() }),
  ANSWERED_CALL_LIMIT_USER: z.object({ limit: z.int() }),
  EMERGENCY_CALL_LIMIT_USER: z.object({ limit: z.int() }),
  EMERGENCY_CALL_LIMIT_WORKSPACE: z.object({ limit: z.int() }),
  PRICE_TABLE_INVALID: z.object({ problemCount: z.int() }),
  CALL_LIMIT_MINUTES_PER_DAY: z.object({ limit: z.int() }),
  CALL_LIMIT_SPEND_PER_DAY: z.object({ limit: z.int(), currency: currencyCode }),
  CALL_ENDED: z.object({ callId: id }),
  COMMENT_LIMIT: z.object({ limit: z.int() }),
  /** Without the other contact for an API key that may not read contacts. */
  CONTACT_NUMBER_TAKEN: z.object({ number: e164, contactId: id.nullable(), name: z.string().nullable() }),
  BLOCKED_NUMBER_LIMIT: z.object({ limit: z.int() }),
  ROUTING_MEMBER_NOT_FOUND: z.object({ userId: accountId }),
  ROUTING_NUMBER_NOT_FOUND: z.object({ number: e164 }),
  VERIFICATION_LIMIT: z.object({ limit: z.int() }),
  VERIFICATION_CALL_LIMIT: z.object({ retryAfterSeconds: z.int() }),
  VERIFICATION_CALL_TOO_EARLY: z.object({ retryAfterSeconds: z.int() }),
  CONTACT_FILE_UNREADABLE: z.object({ line: z.int() }),
  CONTACT_FILE_TOO_MANY_ROWS: z.object({ limit: z.int() }),
  CONTACT_FILE_TOO_MANY_COLUMNS: z.object({ limit: z.int() }),
  CONTACT_FILE_TOO_MANY_ENTRIES: z.object({ limit: z.int() }),
  CONTACT_LIMIT: z.object({ limit: z.int() }),
  CONTACT_PRIVATE_LIMIT: z.object({ limit: z.int() }),
  CONTACT_MERGE_TOO_LARGE: z.object({ part: z.enum(['phones', 'emails', 'tags', 'notes']) }),
  CONTACT_SELECTION_TOO_LARGE: z.object({ limit: z.int() }),
  CONTACT_FIELD_LIMIT: z.object({ limit: z.int() }),
  CONTACT_VALUE_NOT_VALID: z.object({ field: id, name: z.string() }),
  PROVIDER_HOST_NOT_FOUND: z.object({ host: z.string() }),
  PROVIDER_HOST_NOT_ALLOWED: z.object({ host: z.string() }),
  TRANSCRIPT_EDIT_LIMIT: z.object({ limit: z.int() }),
  TRUNK_HOST_NOT_FOUND: z.object({ host: z.string() }),
  TRUNK_HOST_NOT_ALLOWED: z.object({ host: z.string() }),
  TRUNK_NUMBER_TAKEN: z.object({ number: e164 }),
  WEBHOOK_LIMIT: z.object({ limit: z.int() }),
} as const satisfies Partial<Record<PhoneErrorCode, z.ZodType>>

type ErrorDetailsTable = typeof phoneErrorDetails

export type PhoneErrorDetails<C extends PhoneErrorCode> = C extends keyof ErrorDetailsTable
  ? z.infer<ErrorDetailsTable[C]>
  : undefined

/**
 * An error of the phone API that is returned to the client with its code. Anything else that is thrown is a
 * bug.
 */
export class PhoneError<C extends PhoneErrorCode = PhoneErrorCode> extends ApiError<C, PhoneErrorDetails<C>> {
  override readonly name = 'PhoneError'

  constructor(code: C, ...[details]: DetailsArgument<PhoneErrorDetails<C>>) {
    super(code, phoneErrors[code], details as PhoneErrorDetails<C>)
  }
}
