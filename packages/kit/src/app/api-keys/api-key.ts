/** The owner of an API key. The id of a user is `me` for the signed-in user. */
export type ApiKeyOwner =
  | { readonly type: 'user'; readonly userId: string }
  | { readonly type: 'team'; readonly teamId: string }

/** An API key. Only the creation returns the complete value. */
export type ApiKey<Owner extends ApiKeyOwner = ApiKeyOwner, Value = { readonly lastFour: string }> = Owner & {
  readonly id: string
  readonly description: string
  /** Undefined for a key without an end. */
  readonly expiresAt: Date | undefined
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  readonly value: Value
  update(change: ApiKeyUpdate): Promise<void>
  /** Revokes the key permanently. */
  revoke(): Promise<void>
  isValid(): boolean
  whyInvalid(): 'manually-revoked' | 'expired' | null
}

export type UserApiKey = ApiKey<Extract<ApiKeyOwner, { type: 'user' }>>
export type UserApiKeyFirstView = ApiKey<Extract<ApiKeyOwner, { type: 'user' }>, string>
export type TeamApiKey = ApiKey<Extract<ApiKeyOwner, { type: 'team' }>>
export type TeamApiKeyFirstView = ApiKey<Extract<ApiKeyOwner, { type: 'team' }>, string>

export interface NewApiKey {
  readonly description: string
  /** Null if the key does not expire. */
  readonly expiresAt: Date | null
  /** The key identifies but does not authorise, and may be published. */
  readonly isPublic?: boolean
}

export interface ApiKeyUpdate {
  readonly description?: string
  /** Accepted from callers of the public SDK. The end of a key cannot be changed. */
  readonly expiresAt?: Date | null
  readonly revoked?: boolean
}

export interface ApiKeyMethods<Key, FirstView> {
  /** Only the result of this method contains the complete value. */
  createApiKey(key: NewApiKey): Promise<FirstView>
  listApiKeys(): Promise<Key[]>
  useApiKeys(): Key[]
}
