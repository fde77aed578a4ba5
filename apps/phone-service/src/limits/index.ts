import { limits } from '@parley/contract/phone'
import type { ServePhone, Services } from '../services.ts'
import { getLimits } from './get-limits.ts'
import { listRefusals } from './list-refusals.ts'
import { updateLimits } from './update-limits.ts'

export { type CallingLimits, closeLines, findLimits, freshLimits } from './calling-limits.ts'
export { claimLine, type Dialler, logRefusal } from './claim-line.ts'
export { judgeDestination } from './destination.ts'

export function serveLimits(serve: ServePhone, services: Services): void {
  serve(limits.getLimits, (request) => getLimits(services, request))
  serve(limits.updateLimits, (request) => updateLimits(services, request))
  serve(limits.listRefusals, (request) => listRefusals(services, request))
}
