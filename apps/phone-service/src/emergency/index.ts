import type { PhoneHandlers } from '../request-context/index.ts'
import { deleteEmergencyRoute, getEmergencyRoute, saveEmergencyRoute } from './change-emergency-route.ts'

export { checkTestNumber } from './check-test-number.ts'
export { deleteEmergencyRouteRow, findEmergencyRoute } from './records/index.ts'
export { type EmergencyCall, findEmergencyTest, resolveEmergencyCall } from './resolve-emergency-call.ts'

export const emergencyHandlers = {
  'GET /emergency-route': getEmergencyRoute,
  'PUT /emergency-route': saveEmergencyRoute,
  'DELETE /emergency-route': deleteEmergencyRoute,
} satisfies Partial<PhoneHandlers>
