/** A user profile at a provider. */
export interface Profile {
  /** Stable account id at the provider: never an e-mail address, because addresses are reassigned. */
  readonly accountId: string
  /** Normalised; null if the provider returns none. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly displayName: string | null
  readonly imageUrl: string | null
}

/** Requests that load a profile with an access token, by name, and the mapping of their responses. */
export interface ProfileRequests {
  readonly requests: Readonly<Record<string, string>>
  /** Header for the client id, if the provider requires it beside the token. */
  readonly clientIdHeader?: string
  /** @throws {z.ZodError} if a response does not match the documentation of the provider. */
  read(responses: Readonly<Record<string, unknown>>): Profile
}

/** Provider metadata from its public documentation. All differences between providers are defined here. */
export interface ProviderMetadata {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** Issuer in authorization responses and ID tokens; omitted if the provider never sends one. */
  readonly issuer?: string
  /** URL of the keys that sign ID tokens. */
  readonly jwksUri?: string
  /** Scopes that are always requested. */
  readonly scopes: readonly string[]
  /** Additional parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /** How the client authenticates at the token endpoint (RFC 6749, section 2.3.1). */
  readonly credentialsIn: 'header' | 'body'
  /** The provider does not accept PKCE. */
  readonly lacksPkce?: true
  /** The provider uses `response_mode=form_post`. */
  readonly usesFormPost?: true
  /** Assumed lifetime of an access token in milliseconds, if the provider returns none. */
  readonly defaultLifetimeMs?: number
  /** Source of the profile: the ID token (and the userinfo endpoint, if any), or separate requests. */
  readonly profile: 'id-token' | ProfileRequests
  /** Returns whether the scopes of a response include `scope`; defaults to an exact match. */
  readonly isGranted?: (scope: string, named: readonly string[]) => boolean
}
