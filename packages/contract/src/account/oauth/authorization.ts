import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { botChallenge, boundedString, callbackUrl } from '../fields.ts'

/** A provider id, in any case. */
const providerId = z.string().max(255).toLowerCase()
/** The id of a built-in provider, or `{id}.{project id}` of an issuer of the project. */
const callbackId = z.string().max(255).toLowerCase()

const parameter = z.string().max(4096)

const responseMode = z.enum(['redirect', 'json']).optional()

export const authorize = defineAccountEndpoint({
  method: 'GET',
  path: '/auth/oauth/authorize/{provider}',
  access: 'public',
  summary:
    'Start a sign-in with a provider, or link a provider account: redirects the browser to the provider (RFC 6749 section 4.1.1, with PKCE).',
  params: z.object({ provider: providerId }),
  query: z.object({
    /** The project id. */
    client_id: z.string().max(255),
    /** A publishable client key of the project. */
    client_secret: z.string().max(255),
    redirect_uri: callbackUrl,
    scope: parameter,
    state: parameter,
    grant_type: z.literal('authorization_code'),
    /** RFC 7636 section 4.2. */
    code_challenge: z.string().regex(/^[\w-]{43}$/, 'must be the SHA-256 of a verifier, in base64url'),
    code_challenge_method: z.literal('S256'),
    response_type: z.literal('code'),
    /** `link` links the provider account to the user of `token`. */
    type: z.enum(['authenticate', 'link']).optional(),
    token: parameter.optional(),
    /** Additional scopes to request from the provider, separated by spaces. */
    provider_scope: boundedString.optional(),
    /** The redirect target for errors, if the project trusts it. */
    error_redirect_url: callbackUrl.optional(),
    error_redirect_uri: callbackUrl.optional(),
    /** Returned unchanged by the token endpoint. */
    after_callback_redirect_url: boundedString.optional(),
    /**
     * `json` checks the request and returns the URL that starts the sign-in, for clients that call with
     * fetch.
     */
    stack_response_mode: responseMode,
    hexclave_response_mode: responseMode,
    ...botChallenge,
  }),
  response: z.object({
    /** The URL to which the client navigates. Returned for the response mode `json` only. */
    location: z.string().optional(),
  }),
  rateLimit: 'provider',
  status: 307,
  errors: [
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  ],
  plainTextErrors: [400, 403],
})

/** The authorization response of a provider. Other parameters are allowed. */
const authorizationResponse = z.looseObject({ state: parameter.optional() })

const callbackErrors = [
  'OUTER_OAUTH_TIMEOUT',
  'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  'OAUTH_PROVIDER_ACCESS_DENIED',
  'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
  'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
  'SIGN_UP_NOT_ENABLED',
  'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  'REDIRECT_URL_NOT_WHITELISTED',
] as const

export const handleCallback = defineAccountEndpoint({
  method: 'GET',
  path: '/auth/oauth/callback/{callback}',
  access: 'public',
  summary:
    'Handle the authorization response of a provider and redirect to the application with an authorization code.',
  params: z.object({ callback: callbackId }),
  query: authorizationResponse,
  response: z.object({}),
  rateLimit: 'provider',
  status: 303,
  errors: callbackErrors,
  plainTextErrors: [400],
})

export const handleFormCallback = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/oauth/callback/{callback}',
  access: 'public',
  rateLimit: 'provider',
  allowsFormPost: true,
  summary: 'Handle the authorization response of a provider that uses the OAuth 2.0 Form Post Response Mode.',
  params: z.object({ callback: callbackId }),
  body: authorizationResponse,
  response: z.object({}),
  status: 303,
  errors: callbackErrors,
  plainTextErrors: [400],
})

/** Client credentials. They can also be sent in a Basic authorization header. */
const clientCredentials = {
  /** The project id. */
  client_id: z.string().max(255).optional(),
  /** A publishable client key of the project. */
  client_secret: z.string().max(255).optional(),
}

const optionalParameter = z.string().max(4096).optional()

export const exchangeToken = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/oauth/token',
  access: 'public',
  summary:
    'Token endpoint (RFC 6749 section 3.2), form-encoded or JSON: refresh_token and authorization_code grants.',
  body: z.discriminatedUnion('grant_type', [
    z.strictObject({
      grant_type: z.literal('refresh_token'),
      refresh_token: optionalParameter,
      ...clientCredentials,
      scope: optionalParameter,
    }),
    z.strictObject({
      grant_type: z.literal('authorization_code'),
      code: optionalParameter,
      redirect_uri: optionalParameter,
      code_verifier: optionalParameter,
      ...clientCredentials,
    }),
  ]),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.int(),
    scope: z.literal('legacy'),
    /** The following fields are returned for the authorization_code grant only. */
    refresh_token: z.string().optional(),
    is_new_user: z.boolean().optional(),
    newUser: z.boolean().optional(),
    /** The value of the authorization request. */
    after_callback_redirect_url: z.string().nullable().optional(),
    afterCallbackRedirectUrl: z.string().nullable().optional(),
  }),
  rateLimit: 'refresh',
  errors: [
    'INVALID_AUTHORIZATION_CODE',
    'REDIRECT_URL_NOT_WHITELISTED',
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
    'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
  ],
})

/** A public key that verifies access tokens (RFC 7517). */
const publicKey = z.object({
  kty: z.literal('EC'),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
})

export const getSigningKeys = defineAccountEndpoint({
  method: 'GET',
  path: '/projects/{project}/.well-known/jwks.json',
  access: 'public',
  summary: 'Get the public keys that verify access tokens of a project (RFC 7517).',
  params: z.object({ project: z.string() }),
  response: z.object({ keys: z.array(publicKey) }),
  errors: [],
  plainTextErrors: [404],
})
