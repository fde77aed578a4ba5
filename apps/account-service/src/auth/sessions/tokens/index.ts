export {
  type AccessTokenClaims,
  type AccessTokenService,
  type AccessTokens,
  createAccessTokens,
  type SignedToken,
} from './access-tokens.ts'
export { startKeyRotation } from './rotate-signing-keys.ts'
