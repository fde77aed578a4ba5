/** Who somebody is at a provider. */
export interface Profile {
  /** What the provider calls the account, always: never an address, because addresses change hands. */
  readonly accountId: string
  /** Normalised; null where the provider tells none. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly displayName: string | null
  readonly imageUrl: string | null
}

/** How a profile is asked for with an access token: one request for each name, and what their answers mean. */
export interface ProfileRequests {
  readonly requests: Readonly<Record<string, string>>
  /** The header in which the client names itself beside the token, where the provider wants that. */
  readonly clientIdHeader?: string
  /** @throws {z.ZodError} when the answers are not what the provider's documentation says. */
  read(answers: Readonly<Record<string, unknown>>): Profile
}

/** What the public documentation of a provider says. Everything that providers differ in stands here. */
export interface ProviderFacts {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** What it calls itself where it answers and in ID tokens; left out where it never does. */
  readonly issuer?: string
  /** The keys of its ID tokens. */
  readonly jwksUri?: string
  /** What is always asked for. */
  readonly scopes: readonly string[]
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Where the token endpoint takes client id and secret (RFC 6749 section 2.3.1). */
  readonly credentialsIn: 'header' | 'body'
  /** It refuses PKCE. */
  readonly withoutPkce?: true
  /** It answers by a form that the browser posts, and not in the query. */
  readonly answersByForm?: true
  /** Life of an access token in milliseconds, where the provider does not tell. */
  readonly assumedLifeMs?: number
  /** Who somebody is: from the ID token (with the userinfo endpoint, if it has one), or by requests of its own. */
  readonly profile: 'id-token' | ProfileRequests
  /** Whether a scope is granted by those that it names; by being named itself where left out. */
  readonly isGranted?: (scope: string, named: readonly string[]) => boolean
}
