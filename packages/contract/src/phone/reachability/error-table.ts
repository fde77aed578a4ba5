/** The errors of the routing of incoming calls. */
export const routingErrors = {
  ROUTING_CHANGED: {
    status: 409,
    message: 'Another administrator has changed the routing in the meantime.',
    nextStep: 'reload',
  },
  ROUTING_MEMBER_NOT_FOUND: {
    status: 400,
    message: 'The routing names a user who is not a member of this workspace.',
    nextStep: 'check-form',
  },
  ROUTING_NUMBER_NOT_FOUND: {
    status: 400,
    message: 'The routing names a number that no trunk of this workspace has.',
    nextStep: 'check-form',
  },
} as const
