import { afterAll, beforeAll } from 'vitest'
import { startAccountService, type TestService } from '../../../testing.ts'
import { type OpenidProvider, startOpenidProvider } from './openid-provider.ts'

/** Provider ids used by test projects, both registered at the provider. */
const issuerIds = ['acme', 'other'] as const

export interface Fixture {
  readonly service: TestService
  readonly provider: OpenidProvider
}

type Changes = Parameters<typeof startAccountService>[0]

/** Starts one service and one OpenID Connect provider for all tests of a file. */
export function createFixture(changes: Changes = {}): () => Fixture {
  let fixture: Fixture | undefined
  beforeAll(async () => {
    const provider = await startOpenidProvider({
      redirectUris: issuerIds.map((id) => `http://accounts.example.com/api/v1/auth/oauth/callback/${id}`),
    })
    const service = await startAccountService({
      ...changes,
      options: { internalSignUp: true, outboundNetworks: ['127.0.0.0/8'], ...changes?.options },
    })
    fixture = { service, provider }
  })
  afterAll(async () => {
    await fixture?.service[Symbol.asyncDispose]()
    await fixture?.provider[Symbol.asyncDispose]()
  })
  return () => {
    if (!fixture) throw new Error('The fixture has not been started.')
    return fixture
  }
}
