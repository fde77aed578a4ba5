import type { ValidTokens } from '../../session/auth-session.ts'
import type { AppCore } from '../core.ts'

/** The header in which an application's back end receives the tokens. */
export const authHeader = 'x-stack-auth'

/** The tokens of a session; null once it has ended. */
export type SessionTokens = ValidTokens | { readonly accessToken: null; readonly refreshToken: null }

export interface TokenMethods {
  readonly currentSession: { getTokens(): Promise<SessionTokens> }
  /** Null once the session has ended. */
  getAccessToken(): Promise<string | null>
  getAuthJson(): Promise<SessionTokens>
  /** The header that identifies the user to the application's back end. */
  getAuthHeaders(): Promise<Record<typeof authHeader, string>>
}

export function createTokenMethods({ session }: AppCore): TokenMethods {
  const getTokens = async () => (await session.getValidTokens()) ?? { accessToken: null, refreshToken: null }
  return {
    currentSession: { getTokens },
    getAccessToken: async () => (await getTokens()).accessToken,
    getAuthJson: getTokens,
    getAuthHeaders: async () => ({ [authHeader]: JSON.stringify(await getTokens()) }),
  }
}
