import type { SimulatedPstnService } from '../numbers/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getRouting, saveRouting } from './change-routing.ts'

export { deleteTurns, saveTurn, takeMemberOrder } from './group-turns.ts'
export { routeIncomingCall, routeMenuTarget } from './route-incoming-call.ts'
export { deleteRouting, findRouting } from './routing-configurations.ts'
export { withoutFormerMembers } from './without-former-members.ts'

export const routingHandlers = {
  'GET /routing': getRouting,
  'PUT /routing': saveRouting,
} satisfies Partial<PhoneHandlers<Services & SimulatedPstnService & AuthenticationService>>
