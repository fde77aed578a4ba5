import type { AppCore } from '../core.ts'

/** The header in which an application's back end receives the tokens. */
export const authHeader = 'x-stack-auth'

/** The tokens of a session. The refresh token is null if scripts cannot read it; both are null once the session has ended. */
export interface SessionTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

export interface TokenMethods {
  readonly currentSession: { getTokens(): Promise<SessionTokens> }
  /** Null once the session has ended. */
  getAccessToken(): Promise<string | null>
  getAuthJson(): Promise<SessionTokens>
  /** The header that identifies the user to the application's back end. */
  getAuthHeaders(): Promise<Record<typeof authHeader, string>>
}

export function createTokenMethods({ session }: AppCore): TokenMethods {
  async function getTokens(): Promise<SessionTokens> {
    const tokens = await session.getValidTokens()
    if (!tokens) return { accessToken: null, refreshToken: null }
    return { refreshToken: session.readableRefreshToken(tokens), accessToken: tokens.accessToken }
  }
  return {
    currentSession: { getTokens },
    getAccessToken: async () => (await getTokens()).accessToken,
    getAuthJson: getTokens,
    getAuthHeaders: async () => ({ [authHeader]: JSON.stringify(await getTokens()) }),
  }
}
