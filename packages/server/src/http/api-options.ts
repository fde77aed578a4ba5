import type { AnyEndpoint, ApiError } from '@parley/contract'
import type { PlainTextError } from './plain-text-error.ts'
import type { RequestInfo } from './request-info.ts'
import type { Problems } from './validate.ts'

/** The parts of a request before parsing. They may be changed in place. */
export interface RawParts {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: unknown
}

/** Called when a handler throws an error that its endpoint does not declare. */
export type OnUndeclaredError = (endpoint: AnyEndpoint, error: ApiError | PlainTextError) => void

/**
 * How an API treats every request. `Definition` is any endpoint of the API, `Auth` the result of
 * authentication, `Contexts` the contexts that handlers receive.
 */
export interface ApiOptions<Definition extends AnyEndpoint, Auth, Contexts> {
  /**
   * Authenticates a request. Throws an error when its credentials are invalid. Runs for every endpoint, and again
   * when the request has waited, for example for its body.
   */
  authenticate(info: RequestInfo, endpoint: Definition): Promise<Auth>
  /** Throws an error unless the client may call `endpoint`. Runs after each authentication. */
  authorize(auth: Auth, endpoint: Definition): void
  /** Runs once, after the first authorization, before the body is read. */
  beforeReceiving?(auth: Auth, endpoint: Definition): Promise<void>
  /** Checks the parts before they are parsed, and may change them. Returns additional validation problems. */
  beforeParsing?(auth: Auth, endpoint: Definition, parts: RawParts): Problems
  /**
   * Counts the request and throws an error when the client has sent too many. Runs after authorization: before the
   * body is read when it may be large, else after validation.
   */
  limitRate?(auth: Auth, endpoint: Definition, info: RequestInfo): Promise<void>
  /** Returns the key of the client, which sends few large bodies at a time; by default and for null its network. */
  getClientKey?(auth: Auth): Promise<string | null> | string | null
  /**
   * Returns the key of the clients, such as those of a workspace, that share the memory of large bodies and of which few
   * operations run at a time; null, and by default, for no limit.
   */
  getGroupKey?(auth: Auth, endpoint: Definition): Promise<string | null> | string | null
  /** Runs after authorization, validation and `limitRate`, before the handler. */
  beforeOperation?(auth: Auth, endpoint: Definition, info: RequestInfo): Promise<void>
  /**
   * Returns the key of the user or the back end of which a few operations run at a time; null, and by default, for no
   * limit.
   */
  getUserKey?(auth: Auth, endpoint: Definition): Promise<string | null> | string | null
  /** Returns the key of the session of the client; null, and by default, for none. The sessions of a user take turns. */
  getSessionKey?(auth: Auth): string | null
  /**
   * Creates the context that handlers receive in addition to the parsed request, by kind of endpoint. Throws
   * an error when a client was authorized without what the kind guarantees.
   */
  readonly contexts: { readonly [K in keyof Contexts]: (auth: Auth, info: RequestInfo) => Contexts[K] }
  /** Called with every error before the response is sent. `auth` is null when authentication failed. */
  onRejected?(
    auth: Auth | null,
    endpoint: Definition,
    error: ApiError | PlainTextError,
    info: RequestInfo,
  ): Promise<void>
  /** Whether the server schemas (`serverSchema`) apply to this client. */
  usesServerSchema?(auth: Auth): boolean
  /** Creates the API's error for a request that cannot be parsed or is invalid. */
  malformed(code: 'SCHEMA_ERROR' | 'BODY_PARSING_ERROR', message: string): ApiError
  /** Codes of the errors that every endpoint may return. */
  readonly commonErrors: readonly string[]
  /**
   * Called when a handler throws an error that its endpoint does not declare. The client still receives the
   * error, unless this function throws: tests throw, production logs.
   */
  readonly onUndeclaredError: OnUndeclaredError
}
