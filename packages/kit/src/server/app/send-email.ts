import { ApiError, type Result } from '@parley/client'
import type { AccountError } from '../../requests/account-errors.ts'
import type { ServerCore } from './server-core.ts'

export type SendEmailOptions = {
  readonly userIds: readonly string[]
  /** Null for the theme of the project, false for none. */
  readonly themeId?: string | null | false
  readonly subject?: string
  readonly notificationCategoryName?: string
  /** Not sent before this moment. */
  readonly scheduledAt?: Date
} & (
  | { readonly html: string }
  | { readonly templateId: string; readonly variables?: Readonly<Record<string, unknown>> }
)

export type SendEmailError = AccountError<
  'REQUIRES_CUSTOM_EMAIL_SERVER' | 'SCHEMA_ERROR' | 'USER_ID_DOES_NOT_EXIST'
>

const returnedCodes: readonly string[] = [
  'REQUIRES_CUSTOM_EMAIL_SERVER',
  'SCHEMA_ERROR',
  'USER_ID_DOES_NOT_EXIST',
]

/** Sends an e-mail to users. Failed deliveries are not reported. */
export async function sendEmail(
  core: ServerCore,
  options: SendEmailOptions,
): Promise<Result<undefined, SendEmailError>> {
  const body = {
    user_ids: [...options.userIds],
    theme_id: options.themeId,
    subject: options.subject,
    notification_category_name: options.notificationCategoryName,
    scheduled_at_millis: options.scheduledAt?.getTime(),
    ...('html' in options
      ? { html: options.html }
      : { template_id: options.templateId, variables: options.variables }),
  }
  try {
    await core.server('POST /emails/send-email', { body })
    return { status: 'ok', data: undefined }
  } catch (error) {
    if (error instanceof ApiError && returnedCodes.includes(error.code))
      return { status: 'error', error: error as SendEmailError }
    throw error
  }
}
