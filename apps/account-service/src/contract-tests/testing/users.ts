import { Secret } from 'otpauth'
import { type Headers, type TestService, uniqueEmail } from '../../testing.ts'
import { headersAs, type Person, type Tenant } from './headers.ts'

export const password = 'correct horse battery'

/** Creates users and other prerequisites through the API. */
export function createUserFactory(service: TestService) {
  // biome-ignore lint/suspicious/noExplicitAny: callers inspect the parsed response.
  async function call(method: string, path: string, headers: Headers, body?: unknown): Promise<any> {
    const response = await service.call(method, path, body, headers)
    if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }

  async function signedIn(userId: string, email: string, tenant: Tenant): Promise<Person> {
    const session = await call('POST', '/auth/sessions', headersAs('server', tenant), { user_id: userId })
    return { userId, email, refreshToken: session.refresh_token, accessToken: session.access_token }
  }

  /** Creates a user with a verified e-mail and a password, unless `changes` say otherwise. */
  async function person(name: string, tenant: Tenant, changes: object = {}): Promise<Person> {
    const email = uniqueEmail(name)
    const { id } = await call('POST', '/users', headersAs('server', tenant), {
      display_name: name,
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password,
      ...changes,
    })
    return await signedIn(id, email, tenant)
  }

  const users = {
    person,
    signedIn,
    async anonymousPerson(tenant: Tenant): Promise<Person> {
      const created = await call('POST', '/auth/anonymous/sign-up', headersAs('client', tenant))
      const { user_id: userId, access_token: accessToken, refresh_token: refreshToken } = created
      return { userId, email: '', accessToken, refreshToken }
    },
    async personWithSecondFactor(tenant: Tenant) {
      const secret = new Secret({ size: 20 })
      const totp_secret_base64 = Buffer.from(secret.bytes).toString('base64')
      return { ...(await person('hedy', tenant, { totp_secret_base64 })), secret }
    },
  }
  return { call, users }
}
