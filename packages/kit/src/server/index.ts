export {
  type AccessTokenClaims,
  type AccessTokenVerdict,
  type AccessTokenVerifierOptions,
  createAccessTokenVerifier,
  KeysUnavailable,
  type VerifyAccessToken,
} from './verify-access-token.ts'
