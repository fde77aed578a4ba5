import { randomUUID } from 'node:crypto'
import { codeFromEmail, type TestService, uniqueEmail } from '../../testing.ts'
import { headersAs, type Person, type Tenant } from './headers.ts'
import { createUserFactory } from './users.ts'

export const callback_url = 'https://app.example.com/handler/callback'

/** Factories for Ada's data. */
export function createFactories(
  service: TestService,
  tenant: Tenant,
  { ada, linus }: { ada: Person; linus: Person },
) {
  const { call } = createUserFactory(service)
  const serverHeaders = headersAs('server', tenant)
  const asAdmin = headersAs('admin', tenant)
  const asClient = headersAs('client', tenant)
  const make = async (path: string, body: unknown, headers = serverHeaders) =>
    await call('POST', path, headers, body)

  async function team(creator = ada, members: readonly Person[] = [linus]): Promise<string> {
    const { id } = await make('/teams', { display_name: 'Engines', creator_user_id: creator.userId })
    for (const { userId } of members) await make(`/team-memberships/${id}/${userId}`, {})
    return id
  }

  return {
    team,
    async channel(person = ada, value = uniqueEmail('more')): Promise<string> {
      const body = { user_id: person.userId, type: 'email', value, used_for_auth: false }
      return (await make('/contact-channels', body)).id
    },
    async userKey(): Promise<{ id: string; value: string }> {
      const body = { user_id: ada.userId, description: 'Key', expires_at_millis: null }
      return await make('/user-api-keys', body)
    },
    async teamKey(): Promise<{ id: string; value: string; team_id: string }> {
      const body = { team_id: await team(), description: 'Key', expires_at_millis: null }
      return await make('/team-api-keys', body)
    },
    async connection(person = ada, accountId: string = randomUUID()): Promise<string> {
      const created = await make('/oauth-providers', {
        user_id: person.userId,
        provider_config_id: 'github',
        account_id: accountId,
        allow_sign_in: false,
        allow_connected_accounts: true,
      })
      return created.id
    },
    async invitation(address = uniqueEmail('invited')): Promise<{ id: string; team: string; email: string }> {
      const invited = await team()
      const { id } = await make('/team-invitations/send-code', {
        team_id: invited,
        email: address,
        callback_url,
      })
      return { id, team: invited, email: address }
    },
    async session(person = ada): Promise<string> {
      await make('/auth/sessions', { user_id: person.userId })
      const path = `/auth/sessions?user_id=${person.userId}`
      return (await call('GET', path, headersAs('admin', tenant))).items[0].id
    },
    /** Returns the code from an e-mail that a client request sends. */
    async mailedCode(path: string, email: string, body: object): Promise<string> {
      await make(path, body, serverHeaders)
      return codeFromEmail(await service.waitForEmail(email))
    },
    async keySet(): Promise<string> {
      const flags = { has_publishable_client_key: true, has_secret_server_key: false }
      const body = { description: 'Keys', expires_at_millis: Date.parse('2126-01-01'), ...flags }
      return (await make('/internal/api-keys', { ...body, has_super_secret_admin_key: false }, asAdmin)).id
    },
    async template(): Promise<string> {
      return (await make('/internal/email-templates', { display_name: 'News' }, asAdmin)).id
    },
    async theme(): Promise<string> {
      return (await make('/internal/email-themes', { display_name: 'Red' }, asAdmin)).id
    },
    /** The number per project is limited, so older ones are deleted. */
    async webhook(): Promise<string> {
      const path = '/internal/webhook-endpoints'
      const { items } = await call('GET', path, asAdmin)
      if (items.length > 20) for (const { id } of items) await call('DELETE', `${path}/${id}`, asAdmin)
      const body = { url: 'https://203.0.113.7/', is_enabled: false }
      return (await make(path, body, asAdmin)).id
    },
    async definition(scope: 'team' | 'project'): Promise<string> {
      const id = `may_${randomUUID().replaceAll('-', '_')}`
      await make(`/${scope}-permission-definitions`, { id }, asAdmin)
      return id
    },
    /** Starts a flow as a client: a login or a passkey ceremony. */
    begin: (path: string, body: unknown = {}, person?: Person) =>
      make(path, body, person ? headersAs('client', tenant, person) : asClient),
    grant: (path: string) => make(path, {}),
  }
}
