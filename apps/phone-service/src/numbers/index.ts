import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { checkNumber } from './check-number.ts'
import { getMe } from './get-me.ts'
import type { SimulatedPstnService } from './simulated-pstn-access.ts'

export {
  type ContactChoice,
  deleteCallerIdChoices,
  deleteCallerIdChoicesOfNumber,
  deleteCallerIdChoicesOfUser,
  deleteContactChoices,
  listContactChoices,
  restoreContactChoices,
  saveCallerIdChoice,
} from './caller-id-choices.ts'
export { findForwardingRoute, requireForwardingAllowed } from './find-forwarding-route.ts'
export { findIncomingTarget, type IncomingTarget } from './find-incoming-target.ts'
export { listOwnNumbers, type OwnNumber } from './own-numbers.ts'
export {
  findPersonalNumberOwner,
  listMemberNames,
  listMemberNumbersBySearch,
  listPersonalNumbers,
  listWorkspacesOfUser,
  releasePersonalNumbers,
} from './personal-numbers.ts'
export { resolveEmergencyTest } from './resolve-emergency-test.ts'
export { type Route, resolveRoute, toChargedLeg } from './resolve-route.ts'
export {
  listBuiltInTrunks,
  type SimulatedPstnAccess,
  type SimulatedPstnService,
  simulatedPstnTrunkId,
} from './simulated-pstn-access.ts'

export const numberHandlers = {
  'GET /me': getMe,
  'POST /numbers/check': checkNumber,
} satisfies Partial<PhoneHandlers<Services & SimulatedPstnService & AuthenticationService>>
