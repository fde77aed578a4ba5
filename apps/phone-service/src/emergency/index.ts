import type { PhoneHandlers } from '../request-context/index.ts'
import { deleteEmergencyRoute, getEmergencyRoute, saveEmergencyRoute } from './change-emergency-route.ts'

export { deleteEmergencyRouteRow, findEmergencyRoute } from './emergency-routes.ts'
export { type EmergencyCall, resolveEmergencyCall, resolveEmergencyTest } from './resolve-emergency-call.ts'

export const emergencyHandlers = {
  'GET /emergency-route': getEmergencyRoute,
  'PUT /emergency-route': saveEmergencyRoute,
  'DELETE /emergency-route': deleteEmergencyRoute,
} satisfies Partial<PhoneHandlers>
