import { z } from 'zod'
import { ApiError, type DetailsArgument } from './api-error.ts'
import { type KnownErrorCode, knownErrors } from './error-table.ts'

const messageDetails = z.object({ message: z.string() })
const projectIdDetails = z.object({ project_id: z.string() })
const permissionIdDetails = z.object({ permission_id: z.string() })
const providerIdDetails = z.object({ provider_id: z.string() })
const teamPermissionDetails = z.object({
  team_id: z.string(),
  user_id: z.string(),
  permission_id: z.string(),
})
const apiKeyType = z.enum(['user', 'team'])

/**
 * The details of each error code. A code that is missing here has no details. Clients rebuild errors from
 * these fields without checking that they are present, so `message` is included even if it repeats the error
 * text.
 */
export const errorDetails = {
  BODY_PARSING_ERROR: messageDetails,
  SCHEMA_ERROR: messageDetails,
  ALL_OVERLOADS_FAILED: z.object({ overload_errors: z.array(z.unknown()) }),
  INVALID_ACCESS_TYPE: z.object({ accessType: z.string() }),
  ACCESS_TYPE_WITHOUT_PROJECT_ID: z.object({ request_type: z.enum(['client', 'server', 'admin']) }),
  INSUFFICIENT_ACCESS_TYPE: z.object({
    actual_access_type: z.string(),
    allowed_access_types: z.array(z.string()),
  }),
  CURRENT_PROJECT_NOT_FOUND: projectIdDetails,
  BRANCH_DOES_NOT_EXIST: z.object({ branch_id: z.string() }),
  PROJECT_NOT_FOUND: projectIdDetails,
  INVALID_PUBLISHABLE_CLIENT_KEY: projectIdDetails,
  INVALID_SECRET_SERVER_KEY: projectIdDetails,
  INVALID_SUPER_SECRET_ADMIN_KEY: projectIdDetails,
  // Always null: SDK clients fail on a number here before they refresh the token.
  ADMIN_ACCESS_TOKEN_EXPIRED: z.object({ expired_at_millis: z.null() }),
  ACCESS_TOKEN_EXPIRED: z.object({ expired_at_millis: z.int().nullable() }),
  INVALID_PROJECT_FOR_ACCESS_TOKEN: z.object({
    expected_project_id: z.string(),
    actual_project_id: z.string(),
  }),
  USER_ID_DOES_NOT_EXIST: z.object({ user_id: z.string() }),
  USER_EMAIL_ALREADY_EXISTS: z.object({ email: z.string(), would_work_if_email_was_verified: z.boolean() }),
  PASSWORD_TOO_SHORT: z.object({ min_length: z.int() }),
  /** Clients cannot rebuild the error without its message. */
  PASSWORD_REQUIREMENTS_NOT_MET: z.object({ message: z.string() }),
  PASSWORD_TOO_LONG: z.object({ maxLength: z.int() }),
  EMAIL_IS_NOT_PRIMARY_EMAIL: z.object({ email: z.string(), primary_email: z.string().nullable() }),
  PASSKEY_REGISTRATION_FAILED: messageDetails,
  PASSKEY_AUTHENTICATION_FAILED: messageDetails,
  PASSKEY_WEBAUTHN_ERROR: z.object({ message: z.string(), code: z.string() }),
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: z.object({ attempt_code: z.string() }),
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: z.object({
    type: z.literal('email'),
    contact_channel_value: z.string().nullable(),
    would_work_if_email_was_verified: z.boolean(),
  }),
  CLI_AUTH_ERROR: messageDetails,
  CLI_AUTH_EXPIRED_ERROR: messageDetails,
  CLI_AUTH_USED_ERROR: messageDetails,
  CONTACT_CHANNEL_LIMIT_REACHED: z.object({ limit: z.int() }),
  API_KEY_LIMIT_REACHED: z.object({ limit: z.int() }),
  PROJECT_LIMIT_REACHED: z.object({ limit: z.int() }),
  TEAM_LIMIT_REACHED: z.object({ limit: z.int() }),
  TEAM_MEMBER_LIMIT_REACHED: z.object({ limit: z.int() }),
  TEAM_NOT_FOUND: z.object({ team_id: z.string() }),
  TEAM_MEMBERSHIP_NOT_FOUND: z.object({ team_id: z.string(), user_id: z.string() }),
  TEAM_PERMISSION_REQUIRED: teamPermissionDetails,
  TEAM_PERMISSION_NOT_FOUND: teamPermissionDetails,
  TEAM_PERMISSION_LAST_HOLDER: teamPermissionDetails,
  PROJECT_PERMISSION_REQUIRED: z.object({ user_id: z.string(), permission_id: z.string() }),
  PERMISSION_NOT_FOUND: permissionIdDetails,
  WRONG_PERMISSION_SCOPE: z.object({
    permission_id: z.string(),
    expected_scope: z.enum(['team', 'project']),
    actual_scope: z.enum(['team', 'project']).nullable(),
  }),
  CONTAINED_PERMISSION_NOT_FOUND: permissionIdDetails,
  PERMISSION_ID_ALREADY_EXISTS: permissionIdDetails,
  WRONG_API_KEY_TYPE: z.object({ expected_type: apiKeyType, actual_type: apiKeyType }),
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE: z.object({ provider: z.string(), details: z.string() }),
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: z.object({ client_id: z.string().nullable() }),
  INVALID_SCOPE: z.object({ scope: z.string() }),
  INVALID_SHARED_OAUTH_PROVIDER_ID: providerIdDetails,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: providerIdDetails,
  EMAIL_RENDERING_ERROR: z.object({ error: z.string() }),
  UNSUPPORTED_ERROR: z.object({ originalErrorCode: z.string() }),
} as const satisfies Partial<Record<KnownErrorCode, z.ZodType>>

type ErrorDetailsTable = typeof errorDetails

export type KnownErrorDetails<C extends KnownErrorCode> = C extends keyof ErrorDetailsTable
  ? z.infer<ErrorDetailsTable[C]>
  : undefined

/**
 * An error of the account service that is returned to the client with its code. Anything else that is thrown
 * is a bug.
 */
export class KnownError<C extends KnownErrorCode = KnownErrorCode> extends ApiError<C, KnownErrorDetails<C>> {
  override readonly name = 'KnownError'

  constructor(code: C, ...[details]: DetailsArgument<KnownErrorDetails<C>>) {
    super(code, knownErrors[code], details as KnownErrorDetails<C>)
  }
}
