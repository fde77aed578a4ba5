import type { Result } from '@parley/client'
import { startAuthentication, startRegistration, type WebAuthnError } from '@simplewebauthn/browser'
import type { EndpointError, EndpointInput } from '../../requests/account-client.ts'
import { type AccountError, createAccountError } from '../../requests/account-errors.ts'
import type { AppCore } from '../core.ts'
import { refreshAfter } from '../result.ts'
import type { UserDeps } from '../user/user-deps.ts'
import { finishSignIn, type SignInOptions } from './finish-sign-in.ts'
import { handleSignInError } from './second-factor.ts'

/**
 * The browser could not use the passkey. `details.code` is a code of @simplewebauthn/browser or the name of a
 * DOMException.
 */
type BrowserError = AccountError<'PASSKEY_WEBAUTHN_ERROR'>

export interface PasskeyMethods {
  /** Registers a passkey, which replaces the previous one. */
  registerPasskey(options?: {
    /** The relying party id; the host name of the page by default. */
    readonly hostname?: string
  }): Promise<Result<undefined, PasskeyRegistrationError>>
}

export type PasskeyRegistrationError =
  | EndpointError<'POST /auth/passkey/initiate-passkey-registration' | 'POST /auth/passkey/register'>
  | BrowserError

export type PasskeySignInError =
  | EndpointError<'POST /auth/passkey/initiate-passkey-authentication' | 'POST /auth/passkey/sign-in'>
  | BrowserError

export interface PasskeySignInOptions extends SignInOptions {
  /** Offer passkeys in the suggestions of an input with `autocomplete="webauthn"`. */
  readonly useBrowserAutofill?: boolean
  /** Called when the user has chosen a passkey, before it is checked. */
  readonly onChosen?: () => void
}

type RegistrationBody = EndpointInput<'POST /auth/passkey/register'>['body']
type SignInBody = EndpointInput<'POST /auth/passkey/sign-in'>['body']

export async function registerPasskey(
  { core, refresh }: UserDeps,
  { hostname = getHostName(core) }: { readonly hostname?: string } = {},
): Promise<Result<undefined, PasskeyRegistrationError>> {
  const started = await core.request('POST /auth/passkey/initiate-passkey-registration', {})
  if (started.status === 'error') return started

  const { options_json, code } = started.data
  const optionsJSON = { ...options_json, rp: { ...options_json.rp, id: hostname } }
  const credential = await callBrowser(() => startRegistration({ optionsJSON }))
  if (credential.status === 'error') return credential
  const body: RegistrationBody = { credential: toJson(credential.data), code }
  return await refreshAfter(refresh, core.request('POST /auth/passkey/register', { body }))
}

export async function signInWithPasskey(
  core: AppCore,
  { useBrowserAutofill, onChosen, ...options }: PasskeySignInOptions,
): Promise<Result<undefined, PasskeySignInError>> {
  const started = await core.request('POST /auth/passkey/initiate-passkey-authentication', {})
  if (started.status === 'error') return started

  const { options_json, code } = started.data
  const optionsJSON = { ...options_json, rpId: getHostName(core) }
  const assertion = await callBrowser(() => startAuthentication({ optionsJSON, useBrowserAutofill }))
  if (assertion.status === 'error') return assertion
  onChosen?.()
  const body: SignInBody = { authentication_response: toJson(assertion.data), code }
  const result = await core.request('POST /auth/passkey/sign-in', { body })
  if (result.status === 'error') return await handleSignInError(core, result, options)

  await finishSignIn(core, result.data, { ...options, isNewUser: false })
  return { status: 'ok', data: undefined }
}

/** The service sends a placeholder, because one project can have several hosts. */
function getHostName({ redirects }: AppCore): string {
  return redirects.currentUrl().hostname
}

async function callBrowser<T>(call: () => Promise<T>): Promise<Result<T, BrowserError>> {
  try {
    return { status: 'ok', data: await call() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const details = { message: error.message, code: readErrorCode(error) }
    return {
      status: 'error',
      error: createAccountError('PASSKEY_WEBAUTHN_ERROR', details, error.message),
    }
  }
}

function readErrorCode(error: Error & Partial<Pick<WebAuthnError, 'code'>>): string {
  const isNamedByCode = error.code !== undefined && error.code !== 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'
  return isNamedByCode ? String(error.code) : error.name
}

/** The types of the library have no index signatures, which the contract requires of credentials. */
function toJson<T>(value: object): T {
  return JSON.parse(JSON.stringify(value))
}
