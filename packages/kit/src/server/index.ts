export {
  type AccessTokenClaims,
  type AccessTokenVerdict,
  type AccessTokenVerifierOptions,
  createAccessTokenVerifier,
  KeysUnavailableError,
  type VerifyAccessToken,
} from './verify-access-token.ts'
