import { PhoneError } from '@parley/contract/phone'
import {
  listOwnNumbers,
  type OwnNumber,
  type Route,
  resolveRoute,
  type SimulatedPstnService,
  simulatedPstnTrunkId,
} from '../../numbers/index.ts'
import type { AuthenticationService, CurrentUser } from '../../request-context/index.ts'
import type { Services } from '../../services.ts'

export type TestCallDeps = Pick<Services, 'database' | 'now' | 'projectId' | 'rateLimits' | 'settings'> &
  SimulatedPstnService &
  AuthenticationService

/** A call from the workspace to itself. */
export interface TestCallRoute {
  readonly number: string
  readonly from: string
  /** Null: within the simulated network, where it is free. */
  readonly trunkName: string | null
}

/** Returns the calls with which a user can test the keypad: the free one first, then one to each number of a trunk. */
export async function listTestCalls(deps: TestCallDeps, user: CurrentUser): Promise<TestCallRoute[]> {
  return listRoutes(await listOwnNumbers(deps, user))
}

function listRoutes(own: readonly OwnNumber[]): TestCallRoute[] {
  const personal = own.filter(({ source }) => source === 'carrier')
  const ofTrunks = own.filter(({ source }) => source === 'trunk')
  return [
    ...personal.map(({ number }) => ({ number, from: number, trunkName: null })),
    ...ofTrunks.map(({ number, trunkId, trunkName }) => {
      // Some providers do not connect a number with itself.
      const other = ofTrunks.find((one) => one.trunkId === trunkId && one.number !== number)
      return { number, from: other?.number ?? number, trunkName: trunkName ?? '' }
    }),
  ]
}

/**
 * Returns the route of a test call, and the caller IDs with which it may come in.
 *
 * @param number of a trunk of the workspace; null: within the simulated network
 * @throws {PhoneError} `SELF_TEST_NUMBER_NOT_YOURS`, and as {@link resolveRoute}
 */
export async function resolveTestCall(
  deps: TestCallDeps,
  user: CurrentUser,
  number: string | null,
): Promise<{ readonly route: Route; readonly callers: readonly string[] }> {
  const own = await listOwnNumbers(deps, user)
  const chosen = listRoutes(own).find((one) =>
    number === null ? one.trunkName === null : one.trunkName !== null && one.number === number,
  )
  if (!chosen) throw new PhoneError('SELF_TEST_NUMBER_NOT_YOURS')
  const { from } = chosen
  if (number === null) return { route: toFreeRoute(chosen), callers: [from] }
  const route = await resolveRoute(deps, user, { to: number, from })
  // A provider may present another number of the trunk.
  const callers = own.filter(({ source }) => source === 'trunk').map((one) => one.number)
  return { route: { ...route, postDialDigits: null }, callers }
}

function toFreeRoute({ number, from }: TestCallRoute): Route {
  return {
    number,
    from,
    country: null,
    postDialDigits: null,
    isFromVerified: false,
    callerName: null,
    trunkId: simulatedPstnTrunkId,
  }
}
