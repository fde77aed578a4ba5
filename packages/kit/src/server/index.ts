export {
  createSessionEndpoint,
  type SessionClient,
  type SessionEndpoint,
  type SessionEndpointOptions,
  type SessionFailure,
} from './session-endpoint.ts'
export {
  type AccessTokenClaims,
  type AccessTokenVerdict,
  type AccessTokenVerifierOptions,
  createAccessTokenVerifier,
  KeysUnavailableError,
  type VerifyAccessToken,
} from './verify-access-token.ts'
