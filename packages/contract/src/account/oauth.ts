import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'

/** What any grant carries. Both may come in a Basic authorization header instead. */
const client = {
  /** The project. */
  client_id: z.string().max(255).optional(),
  /** A publishable client key of it. */
  client_secret: z.string().max(255).optional(),
}

const field = z.string().max(4096).optional()

export const exchangeToken = accountEndpoint({
  method: 'POST',
  path: '/auth/oauth/token',
  access: 'public',
  summary:
    'Token endpoint (RFC 6749 section 3.2), form-encoded or JSON: refresh_token and authorization_code grants.',
  body: z.discriminatedUnion('grant_type', [
    z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: field, ...client, scope: field }),
    z.strictObject({
      grant_type: z.literal('authorization_code'),
      code: field,
      redirect_uri: field,
      code_verifier: field,
      ...client,
    }),
  ]),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.int(),
    scope: z.literal('legacy'),
  }),
  errors: [
    'INVALID_AUTHORIZATION_CODE',
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
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

export const getKeySet = accountEndpoint({
  method: 'GET',
  path: '/projects/{project}/.well-known/jwks.json',
  access: 'public',
  summary: 'Get the public keys that verify access tokens of a project (RFC 7517).',
  params: z.object({ project: z.string() }),
  response: z.object({ keys: z.array(publicKey) }),
  errors: [],
  textErrors: [404],
})

export const oauthEndpoints = [exchangeToken, getKeySet] as const
