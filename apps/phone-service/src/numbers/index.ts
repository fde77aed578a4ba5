import { me, numbers } from '@parley/contract/phone'
import type { ServePhone, Services } from '../services.ts'
import { checkNumber } from './check-number.ts'
import { getMe } from './get-me.ts'

export { type CarrierAccess, carrierTrunkId } from './carrier-access.ts'
export { findIncomingLine, type IncomingLine } from './find-incoming-line.ts'
export { planDial } from './plan-dial.ts'

export function serveNumbers(serve: ServePhone, services: Services): void {
  serve(me.getMe, (request) => getMe(services, request))
  serve(numbers.checkNumber, (request) => checkNumber(services, request))
}
