export { type AuthorizationSecrets, authorizationUrl, requestedScopes } from './authorization-url.ts'
export { isAccessTokenAccepted } from './fetch-profile.ts'
export { findProvider, getCallbackId, type Provider } from './find-provider.ts'
export {
  createOpenProviders,
  type OpenProvider,
  type OpenProviders,
  type ProviderService,
} from './open-provider.ts'
export { ProviderError } from './provider-error.ts'
export type { Profile } from './provider-metadata.ts'
export { redeemAuthorizationResponse } from './redeem-authorization-response.ts'
export { refreshTokens } from './refresh-tokens.ts'
export { type ProviderTokens, toIssuedTo } from './token-response.ts'
