import { unwrap } from '@parley/client'
import type { AppCore } from '../core.ts'

/** @throws {Error} if the project does not allow anonymous users, or the service is unreachable. */
export async function signUpAnonymously({ anonymousTransport, session }: AppCore): Promise<void> {
  try {
    const response = await anonymousTransport.send({ method: 'POST', path: '/auth/anonymous/sign-up' })
    const { access_token, refresh_token } = unwrap(response) as Record<string, string>
    await session.start({ accessToken: String(access_token), refreshToken: String(refresh_token) })
  } catch (cause) {
    throw new Error('Something went wrong while signing up anonymously', { cause })
  }
}
