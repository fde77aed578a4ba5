import { type Result, UnexpectedResponseError, unwrap } from '@parley/client'
import { sleep } from '@parley/primitives'
import { type AccountError, createAccountError } from '../../requests/account-errors.ts'
import type { AppCore } from '../core.ts'

export interface CliLoginOptions {
  /** The origin of the application whose page confirms the login. */
  readonly appUrl: string
  /** Lifetime of the login; two hours by default. */
  readonly expiresInMillis?: number
  /** Unlimited by default. */
  readonly maxAttempts?: number
  /** Time between two requests for the state of the login; 2,000 by default. */
  readonly waitTimeMillis?: number
  /** Shows the URL that the user opens. By default, it is written to the console. */
  readonly promptLink?: (url: string, loginCode: string) => void
}

export type CliLoginError = AccountError<'CLI_AUTH_ERROR' | 'CLI_AUTH_EXPIRED_ERROR' | 'CLI_AUTH_USED_ERROR'>

const defaultWaitMs = 2_000

const messages = {
  CLI_AUTH_ERROR: 'Timed out waiting for CLI authentication.',
  CLI_AUTH_EXPIRED_ERROR: 'CLI authentication request expired. Please try again.',
  CLI_AUTH_USED_ERROR: 'This authentication token has already been used.',
} as const

/** Starts a command-line login and waits until the user approves it. Returns the refresh token. */
export async function promptCliLogin(
  core: AppCore,
  options: CliLoginOptions,
): Promise<Result<string, CliLoginError>> {
  const { maxAttempts = Number.POSITIVE_INFINITY, waitTimeMillis = defaultWaitMs } = options
  const { promptLink = writeLink } = options
  const body = { expires_in_millis: options.expiresInMillis }
  const { login_code, polling_code } = unwrap(await core.request('POST /auth/cli', { body }))
  const url = new URL(core.urls.cliAuthConfirm, options.appUrl)
  url.searchParams.set('login_code', login_code)
  promptLink(url.href, login_code)

  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const result = await core.request('POST /auth/cli/poll', { body: { polling_code } })
    if (result.status === 'error') return failed('CLI_AUTH_ERROR', result.error.message)
    const { status, refresh_token } = result.data
    if (status === 'success' && refresh_token !== undefined) return { status: 'ok', data: refresh_token }
    if (status === 'expired') return failed('CLI_AUTH_EXPIRED_ERROR')
    if (status === 'used') return failed('CLI_AUTH_USED_ERROR')
    await sleep(waitTimeMillis, core.clock)
  }
  return failed('CLI_AUTH_ERROR')
}

/** The origin of a command-line login, to show it before approval. */
export interface CliLoginDescription {
  readonly status: 'waiting' | 'used' | 'expired'
  readonly startedAt: Date
  readonly expiresAt: Date
  readonly ip: string
  readonly userAgent: string | null
  /**
   * Whether the command line would share the session of this browser. It gets another one if scripts cannot
   * read the refresh token.
   */
  readonly sharesSession: boolean
}

export async function describeCliLogin(
  core: AppCore,
  loginCode: string,
): Promise<Result<CliLoginDescription, AccountError<'CLI_AUTH_ERROR'>>> {
  return await returnRefusal(async () => {
    const data = unwrap(await core.request('POST /auth/cli/describe', { body: { login_code: loginCode } }))
    return {
      status: data.status,
      startedAt: new Date(data.started_at_millis),
      expiresAt: new Date(data.expires_at_millis),
      ip: data.ip,
      userAgent: data.user_agent,
      sharesSession: !core.session.isHttpOnly,
    }
  })
}

/**
 * Approves a command-line login. It shares the session of this browser if scripts can read its refresh token.
 */
export async function completeCliLogin(
  core: AppCore,
  loginCode: string,
): Promise<Result<undefined, AccountError<'CLI_AUTH_ERROR'>>> {
  const tokens = await core.session.getValidTokens()
  if (!tokens) throw new Error('User is not signed in but completeCliLogin was called')
  return await returnRefusal(async () => {
    const refreshToken = core.session.readableRefreshToken(tokens) ?? undefined
    const body = { login_code: loginCode, refresh_token: refreshToken }
    unwrap(await core.request('POST /auth/cli/complete', { body }))
    return undefined
  })
}

/** Rejects a command-line login, which then expires. */
export async function rejectCliLogin(
  core: AppCore,
  loginCode: string,
): Promise<Result<undefined, AccountError<'CLI_AUTH_ERROR'>>> {
  return await returnRefusal(async () => {
    unwrap(await core.request('POST /auth/cli/reject', { body: { login_code: loginCode } }))
    return undefined
  })
}

/** The endpoints of command-line logins describe an error in plain text, with status 400. */
async function returnRefusal<T>(send: () => Promise<T>): Promise<Result<T, AccountError<'CLI_AUTH_ERROR'>>> {
  try {
    return { status: 'ok', data: await send() }
  } catch (error) {
    const isRefusal = error instanceof UnexpectedResponseError && error.status === 400
    if (!isRefusal) throw error
    return { status: 'error', error: createCliError('CLI_AUTH_ERROR', error.text) }
  }
}

function failed(code: CliLoginError['code'], message: string = messages[code]): Result<never, CliLoginError> {
  return { status: 'error', error: createCliError(code, message) }
}

function createCliError<C extends CliLoginError['code']>(code: C, message: string): AccountError<C> {
  return createAccountError(code, { message }, message)
}

function writeLink(url: string): void {
  console.log(`Please visit the following URL to authenticate:\n${url}`)
}
