import { password } from '../fixture/users.ts'
import type { ProjectKeys } from '../next/start-site.ts'

/** Signs up a user without a browser. */
export async function signUp(apiUrl: string, project: ProjectKeys, email: string) {
  const response = await fetch(`${apiUrl}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-project-id': project.id,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': project.publishableClientKey,
    },
    body: JSON.stringify({
      email,
      password,
      verification_callback_url: 'http://localhost/handler/email-verification',
    }),
  })
  const { user_id, refresh_token } = await response.json()
  return { email, userId: String(user_id), refreshToken: String(refresh_token) }
}
