import { type Client, createClient, type DataOf, type ErrorOf, type Transport } from '@parley/client'
import type { AccountEndpointMap } from '@parley/contract/account'
import type { AccountErrors } from './account-errors.ts'
import { declaredErrors, type KitEndpointKey } from './declared-errors.ts'

type KitEndpoints = Pick<AccountEndpointMap, KitEndpointKey>

/** The response data of an endpoint. */
export type EndpointData<K extends KitEndpointKey> = DataOf<KitEndpoints[K]>

/** The errors that an endpoint declares and its caller is expected to handle. */
export type EndpointError<K extends KitEndpointKey> = ErrorOf<KitEndpoints[K], AccountErrors>

export type AccountClient = Client<KitEndpoints, AccountErrors>

/** Creates the client of the account service, with the errors that {@link declaredErrors} lists as values. */
export function createAccountClient(transport: Transport): AccountClient {
  return createClient<KitEndpoints, AccountErrors>({ transport, declares })
}

function declares(name: string, code: string): boolean {
  const errors: Readonly<Record<string, readonly string[]>> = declaredErrors
  return errors[name]?.includes(code) ?? false
}
