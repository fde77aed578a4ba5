import { me, numbers } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import { checkNumber } from './check-number.ts'
import { getMe } from './get-me.ts'

export { findIncomingTarget, type IncomingTarget } from './find-incoming-target.ts'
export { type Route, resolveRoute } from './resolve-route.ts'
export { type SimulatedPstnAccess, simulatedPstnTrunkId } from './simulated-pstn-access.ts'

export function serveNumbers(serve: PhoneRouter, services: Services): void {
  serve(me.getMe, (request) => getMe(services, request))
  serve(numbers.checkNumber, (request) => checkNumber(services, request))
}
