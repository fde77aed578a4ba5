import { PhoneError } from '@parley/contract/phone'
import { AccountServiceUnavailableError } from './account-service-connection.ts'

/**
 * Runs a look-up in the account service for a request.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE` when the account service cannot be reached
 */
export async function runOrUnreachable<Result>(lookup: () => Promise<Result>): Promise<Result> {
  try {
    return await lookup()
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) throw new PhoneError('ACCOUNTS_UNREACHABLE')
    throw error
  }
}
