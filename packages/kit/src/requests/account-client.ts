import { createClient, type DataOf, type InputOf, type Result, type Transport } from '@parley/client'
import type { AccountEndpointMap } from '@parley/contract/account'
import type { AccountError, AccountErrors } from './account-errors.ts'
import { commonErrors, declaredCommonErrors } from './common-errors.ts'
import type { KitEndpointKey } from './declared-errors.ts'

type KitEndpoints = Pick<AccountEndpointMap, KitEndpointKey>

/** The response data of an endpoint. */
export type EndpointData<K extends KitEndpointKey> = DataOf<KitEndpoints[K]>

/** The parameters, query and body of a request to an endpoint. */
export type EndpointInput<K extends KitEndpointKey> = InputOf<KitEndpoints[K]>

/** The errors that an endpoint declares and its caller is expected to handle. */
export type EndpointError<K extends KitEndpointKey> = AccountError<KitEndpoints[K]['errors'][number]>

/** Sends a request to an endpoint of the account service. */
export type AccountClient = <K extends KitEndpointKey>(
  name: K,
  input: EndpointInput<K>,
  options?: { readonly signal?: AbortSignal },
) => Promise<Result<EndpointData<K>, EndpointError<K>>>

/**
 * Creates the client of the account service. Errors that an endpoint declares are values. Bundles do not
 * contain these lists: the service returns what an endpoint declares, and what every endpoint can return.
 */
export function createAccountClient(transport: Transport): AccountClient {
  return createClient<KitEndpoints, AccountErrors>({ transport, declares }) as AccountClient
}

function declares(name: string, code: string): boolean {
  return !commonErrors.has(code) || declaredCommonErrors[name] === code
}
