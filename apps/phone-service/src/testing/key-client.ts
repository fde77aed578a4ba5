import type { ApiKeyScope } from '@parley/contract/phone'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'

/** Creates an API key of a workspace, to which an administrator grants scopes, and a client that sends it. */
export async function createKeyClient(
  phone: TestPhone,
  { administrator, scopes }: { administrator: FakeUser; scopes: readonly ApiKeyScope[] },
) {
  const [workspaceId = ''] = administrator.teamIds
  const key = phone.accounts.addTeamKey(workspaceId)
  const { status } = await phone.as(administrator).put(`/api-keys/${key.id}/scopes`, { scopes })
  if (status !== 200) throw new Error(`The scopes were not saved: ${status}`)
  return { key, ...sendKey(phone, key.text) }
}

/** Returns a client that sends a key. */
export function sendKey(phone: TestPhone, text: string, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${text}`, ...more }
  return {
    get: (path: string) => phone.request(null, 'GET', path, undefined, headers),
    post: (path: string, body?: unknown) => phone.request(null, 'POST', path, body, headers),
    put: (path: string, body: unknown) => phone.request(null, 'PUT', path, body, headers),
    delete: (path: string) => phone.request(null, 'DELETE', path, undefined, headers),
  }
}
