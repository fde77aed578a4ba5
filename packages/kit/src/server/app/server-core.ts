import { createClient, type DataOf, type InputOf, unwrap } from '@parley/client'
import type { AccountEndpointMap } from '@parley/contract/account'
import type { AppCore } from '../../app/core.ts'
import { createAccountClient } from '../../requests/account-client.ts'
import type { AccountErrors } from '../../requests/account-errors.ts'
import { type Access, createAccountTransport } from '../../requests/account-transport.ts'

/** An endpoint as clients with server access see it. */
type ServerView<E> = E extends { serverSchema: infer S } ? Omit<E, keyof S> & S : E

type Endpoints = { readonly [K in keyof AccountEndpointMap]: ServerView<AccountEndpointMap[K]> }

/** The data that an endpoint returns to clients with server access. */
export type ServerData<K extends keyof Endpoints> = DataOf<Endpoints[K]>

/**
 * Sends a request with server or admin access, and returns its data.
 *
 * @throws {ApiError} for all errors of the service.
 */
export type ServerRequest = <K extends keyof Endpoints>(
  name: K,
  input: InputOf<Endpoints[K]>,
  options?: { readonly signal?: AbortSignal },
) => Promise<ServerData<K>>

/** The dependencies of operations with server or admin access. */
export interface ServerCore extends AppCore {
  readonly access: Access
  readonly server: ServerRequest
}

export function createServerCore(core: AppCore, access: Access): ServerCore {
  const transport = createAccountTransport({ ...core.settings, access }, null)
  const send = createClient<Record<string, never>, AccountErrors>({ transport, declares: () => false })
  return {
    ...core,
    access,
    request: createAccountClient(transport),
    server: (async (name: never, input: never, options?: object) =>
      unwrap(await send(name, input, options))) as unknown as ServerRequest,
  }
}
