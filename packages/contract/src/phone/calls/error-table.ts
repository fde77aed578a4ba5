/** The errors of parked calls. */
export const parkingErrors = {
  CALL_NOT_PARKABLE: {
    status: 409,
    message: 'Not parked: the call must be answered, and no other member may take part in it.',
    nextStep: 'none',
  },
  EMERGENCY_CALL_NOT_PARKED: { status: 409, message: 'Emergency calls cannot be parked.', nextStep: 'none' },
  PARKED_CALLS_LIMIT: {
    status: 409,
    message:
      'Not parked: the workspace has reached its maximum number of parked calls. Pick up one of them first.',
    nextStep: 'none',
  },
  CALL_NOT_PARKED: {
    status: 404,
    message: 'This call is not parked any more. Another member may have picked it up.',
    nextStep: 'none',
  },
} as const
