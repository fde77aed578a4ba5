import type { Headers, TestService } from '../../testing.ts'

/** Returns an access token of the same session, eleven minutes after its sign-in. */
export async function elevenMinutesLater(service: TestService, refreshToken: string): Promise<Headers> {
  service.advance(11 * 60_000)
  const { body } = await service.post('/auth/sessions/current/refresh', undefined, {
    'x-stack-refresh-token': refreshToken,
  })
  return { 'x-stack-access-token': body.access_token }
}
