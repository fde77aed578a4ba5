import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { storableString, tokens, verificationCode } from '../fields.ts'
import { codeErrors } from './otp.ts'

/** Placeholder for the relying party id. Clients replace it with their own host; the server ignores it. */
export const relyingPartyPlaceholder = 'THIS_VALUE_WILL_BE_REPLACED.example.com'

/** A few times as long as an attestation with the certificates of an authenticator. */
const base64url = storableString.max(20_000)
const userVerification = z.enum(['preferred', 'required'])

/** Members common to all credentials (Web Authentication, section 5.1). Unknown members are allowed. */
const credential = {
  id: storableString.min(1).max(2048),
  rawId: storableString.max(2048),
  type: z.string().max(100),
  authenticatorAttachment: z.string().max(100).nullable().optional(),
  clientExtensionResults: z.looseObject({}).optional(),
}

export const initiatePasskeyRegistration = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/passkey/initiate-passkey-registration',
  access: 'client',
  user: 'declared',
  summary: 'Get the options for registering a passkey of the signed-in user.',
  response: z.object({
    /** PublicKeyCredentialCreationOptions as JSON (Web Authentication, section 5.4). */
    options_json: z.object({
      rp: z.object({ id: z.literal(relyingPartyPlaceholder), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
      /** Milliseconds. */
      timeout: z.int(),
      attestation: z.literal('none'),
      excludeCredentials: z.array(z.never()),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification,
      }),
      extensions: z.object({ credProps: z.literal(true) }),
    }),
    code: z.string(),
  }),
  rateLimit: 'passkey-starts',
  errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED', 'USER_AUTHENTICATION_REQUIRED', 'EMAIL_NOT_VERIFIED'],
})

export const registerPasskey = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/passkey/register',
  access: 'client',
  summary: 'Register a passkey. It replaces the previous passkey of the user.',
  body: z.object({
    credential: z.looseObject({
      ...credential,
      response: z.looseObject({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.array(storableString.max(32)).max(16).optional(),
      }),
    }),
    code: verificationCode,
  }),
  response: z.object({
    /** The credential id. */
    user_handle: z.string(),
  }),
  rateLimit: 'passkeys',
  errors: [
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    ...codeErrors,
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'PASSKEY_REGISTRATION_FAILED',
  ],
})

export const initiatePasskeyAuthentication = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/passkey/initiate-passkey-authentication',
  access: 'client',
  summary: 'Get the options for signing in with a passkey. They do not depend on the user.',
  response: z.object({
    /** PublicKeyCredentialRequestOptions as JSON (Web Authentication, section 5.5). */
    options_json: z.object({
      challenge: z.string(),
      rpId: z.literal(relyingPartyPlaceholder),
      allowCredentials: z.array(z.never()),
      timeout: z.int(),
      userVerification,
    }),
    code: z.string(),
  }),
  rateLimit: 'passkey-starts',
  errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
})

export const signInWithPasskey = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/passkey/sign-in',
  access: 'client',
  summary: 'Sign in with a passkey.',
  body: z.object({
    authentication_response: z.looseObject({
      ...credential,
      response: z.looseObject({
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.nullable().optional(),
      }),
    }),
    code: verificationCode,
  }),
  response: tokens.extend({ is_new_user: z.boolean() }),
  rateLimit: 'passkeys',
  errors: [
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    ...codeErrors,
    'PASSKEY_AUTHENTICATION_FAILED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
})
