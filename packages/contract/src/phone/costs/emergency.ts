import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { calledNumber, epochMillis, id, success } from '../fields.ts'

/** The trunk that places emergency calls. */
export const emergencyRoute = z.object({
  trunkId: id,
  /** The address that the provider of the trunk passes to the emergency services. */
  address: z.string().trim().min(1).max(500),
  /** The number with which the provider lets its customers test the route. */
  testNumber: calledNumber,
})

const savedRoute = emergencyRoute.extend({
  /**
   * The last call to the test number that was answered: the time at which it began, and whether the route or its trunk
   * has changed since. Null before the first one.
   */
  test: z.object({ at: epochMillis, isOutdated: z.boolean() }).nullable(),
})

export const getEmergencyRoute = definePhoneEndpoint({
  method: 'GET',
  path: '/emergency-route',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get the route of emergency calls; null when they are rejected.',
  response: z.object({ route: savedRoute.nullable() }),
  errors: [],
})

export const saveEmergencyRoute = definePhoneEndpoint({
  method: 'PUT',
  path: '/emergency-route',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Let emergency calls go through a trunk. The limits of other calls do not apply to them.',
  body: emergencyRoute,
  response: savedRoute,
  errors: [
    'TRUNK_NOT_FOUND',
    'EMERGENCY_TRUNK_NEEDS_NUMBER',
    'EMERGENCY_NUMBER',
    'NUMBER_NOT_UNDERSTOOD',
    'NUMBER_NOT_VALID',
    'PREMIUM_NUMBER',
    'COUNTRY_NOT_ALLOWED',
  ],
})

export const deleteEmergencyRoute = definePhoneEndpoint({
  method: 'DELETE',
  path: '/emergency-route',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Reject emergency calls from now on.',
  response: success,
  errors: ['EMERGENCY_ROUTE_NOT_FOUND'],
})
