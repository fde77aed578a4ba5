import { beforeAll } from 'vitest'
import {
  adminHeaders,
  configureProject,
  sdkProjectSettings,
  setUpAccountService,
  type TestService,
  uniqueEmail,
} from '../../../../apps/account-service/src/testing.ts'
import { StackClientApp, type StackClientAppOptions } from '../index.ts'

export const password = 'correct horse battery'

const allFeatures = {
  allow_localhost: true,
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: true,
  allow_user_api_keys: true,
  allow_team_api_keys: true,
}

/**
 * Starts one account service for the tests of a file. Its project has all features and the settings of the
 * public SDK.
 */
export function setUpProject(): () => TestService {
  const service = setUpAccountService({ options: { internalSignUp: true } })
  beforeAll(async () => {
    const settings = { ...sdkProjectSettings, invitations_bound_to_address: false }
    await configureProject(service(), { config: allFeatures, settings })
  })
  return service
}

/** Creates a client app of the project, at an address of the application. */
export function openApp(
  service: TestService,
  {
    address = 'https://phone.example.com/dial',
    ...options
  }: Partial<StackClientAppOptions> & { address?: string } = {},
) {
  const visited: string[] = []
  const app = new StackClientApp({
    ...clientOptions(service),
    tokenStore: 'memory',
    clock: { now: () => service.now().getTime(), after: callImmediately },
    redirectMethod: { navigate: (to) => visited.push(to), currentUrl: () => new URL(address) },
    ...options,
  })
  return { app, visited }
}

/** Signs a new user up. Returns the app and the user. */
export async function openSignedInApp(
  service: TestService,
  name: string,
  options?: Parameters<typeof openApp>[1],
) {
  const opened = openApp(service, options)
  const email = uniqueEmail(name)
  const result = await opened.app.signUpWithCredential({ email, password, noRedirect: true })
  if (result.status === 'error') throw result.error
  return { ...opened, email, user: await opened.app.getUser({ or: 'throw' }) }
}

function clientOptions(service: TestService) {
  return {
    baseUrl: service.origin,
    projectId: service.phoneProjectId,
    publishableClientKey: service.keys.phone.publishableClientKey,
  }
}

/** Returns the keys of a back end of the project. */
export async function adminOptions(service: TestService) {
  const { 'x-stack-super-secret-admin-key': superSecretAdminKey = '' } = await adminHeaders(service)
  const { secretServerKey } = service.keys.phone
  return { ...clientOptions(service), secretServerKey, superSecretAdminKey }
}

/** Retries, polls and redirects do not wait. */
function callImmediately(_delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, 1)
  return () => clearTimeout(timer)
}
