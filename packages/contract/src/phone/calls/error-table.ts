/** The errors of parked calls. */
const parkingErrors = {
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

/** The errors of incoming calls that a user answers. */
const answerErrors = {
  ANSWERED_CALL_LIMIT_USER: {
    status: 429,
    message: 'Not answered: you are in too many calls. End one of them first.',
    nextStep: 'none',
  },
  ANSWERED_CALL_LIMIT_INSTALLATION: {
    status: 429,
    message: 'Not answered: this server has reached its limit of answered calls at the same time.',
    nextStep: 'wait',
  },
} as const

/** The errors of assignments and comments of calls. */
const callDetailErrors = {
  CALL_NOT_ENDED: {
    status: 409,
    message: 'Not assigned: the call has not ended yet.',
    nextStep: 'try-again',
  },
  ASSIGNEE_NOT_FOUND: {
    status: 409,
    message: 'This user is not a member of the workspace.',
    nextStep: 'none',
  },
  ASSIGNMENT_CHANGED: {
    status: 409,
    message: 'Another user has assigned this call to another member in the meantime.',
    nextStep: 'reload',
  },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment does not exist any more.', nextStep: 'none' },
  COMMENT_NOT_YOURS: {
    status: 403,
    message: 'Only its author can edit a comment. An administrator can delete it, too.',
    nextStep: 'ask-admin',
  },
  COMMENT_LIMIT: { status: 409, message: 'This call has the maximum number of comments.', nextStep: 'none' },
} as const

/** The errors of calls whose participants are connected in another way: added, transferred, merged. */
const connectionErrors = {
  EMERGENCY_CALL_OF_OTHER: {
    status: 409,
    message:
      'Another user has called the emergency service. Only that user removes it or puts it on hold. You can leave the call.',
    nextStep: 'none',
  },
  CALLS_ON_DIFFERENT_SERVERS: {
    status: 409,
    message: 'Not merged: these calls run on different servers. Add the number of one call to the other one.',
    nextStep: 'none',
  },
  CALLS_NOT_MERGEABLE: {
    status: 409,
    message: 'Not merged: both calls must be answered, and no added number may still be ringing.',
    nextStep: 'none',
  },
  CALL_NOT_TRANSFERABLE: {
    status: 409,
    message: 'Not transferred: another participant must have answered the call.',
    nextStep: 'none',
  },
  EMERGENCY_CALL_NOT_TRANSFERRED: {
    status: 409,
    message: 'Emergency calls cannot be transferred.',
    nextStep: 'none',
  },
  TRANSFER_IN_PROGRESS: {
    status: 409,
    message: 'A transfer of this call is in progress. Complete or cancel it first.',
    nextStep: 'none',
  },
  NO_TRANSFER: { status: 409, message: 'No transfer of this call is in progress.', nextStep: 'none' },
  CALL_NOT_CONNECTED: {
    status: 409,
    message: 'Not possible yet: the caller is not connected with you.',
    nextStep: 'try-again',
  },
} as const

export const callErrors = {
  ...connectionErrors,
  ...parkingErrors,
  ...answerErrors,
  ...callDetailErrors,
} as const
