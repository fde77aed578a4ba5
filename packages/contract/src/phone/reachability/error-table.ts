/** The errors of the verification of numbers. */
const verificationErrors = {
  VERIFICATION_NOT_FOUND: {
    status: 404,
    message: 'This number is not among those of your workspace.',
    nextStep: 'none',
  },
  VERIFICATION_EXISTS: {
    status: 409,
    message: 'Your workspace has this number in its list already.',
    nextStep: 'none',
  },
  VERIFICATION_LIMIT: {
    status: 409,
    message: 'The list of verified numbers is full. Remove one first.',
    nextStep: 'none',
  },
  VERIFICATION_CALL_LIMIT: {
    status: 429,
    message: 'This number was called three times within ten minutes to verify it.',
    nextStep: 'wait',
  },
  VERIFICATION_CALL_TOO_EARLY: {
    status: 429,
    message: 'The number was called a moment ago.',
    nextStep: 'wait',
  },
  NUMBER_ALREADY_YOURS: {
    status: 409,
    message: 'Your workspace can call from this number already.',
    nextStep: 'none',
  },
} as const

/** The errors of voicemail. */
const voicemailErrors = {
  VOICEMAIL_NOT_FOUND: { status: 404, message: 'This message does not exist.', nextStep: 'none' },
  VOICEMAIL_OFF: {
    status: 409,
    message: 'Not sent to voicemail: your voicemail is off.',
    nextStep: 'none',
  },
  VOICEMAIL_FULL: {
    status: 409,
    message: 'Not sent to voicemail: there is no space for another message.',
    nextStep: 'none',
  },
  VOICEMAIL_ANSWERED_BEFORE: {
    status: 409,
    message: 'Not sent to voicemail: this call was answered before.',
    nextStep: 'none',
  },
} as const

/** The errors of own announcements and greetings. */
const announcementErrors = {
  ANNOUNCEMENT_NOT_FOUND: { status: 404, message: 'This announcement does not exist.', nextStep: 'reload' },
  ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD: {
    status: 400,
    message: 'This is not a WAV file of 16-bit mono audio at 8 or 16 kHz.',
    nextStep: 'check-form',
  },
  ANNOUNCEMENT_LENGTH: {
    status: 400,
    message: 'An announcement is at least half a second and at most three minutes long.',
    nextStep: 'check-form',
  },
  ANNOUNCEMENT_TOO_LONG: {
    status: 400,
    message: 'An announcement of a verification or of a position in a queue is at most ten seconds long.',
    nextStep: 'check-form',
  },
  ANNOUNCEMENT_SILENT: {
    status: 400,
    message: 'An announcement that informs others is audible for half a second at least.',
    nextStep: 'check-form',
  },
  ANNOUNCEMENT_LIMIT: {
    status: 409,
    message: 'Your workspace has 50 announcements. Delete one first.',
    nextStep: 'none',
  },
  ANNOUNCEMENT_QUOTA_REACHED: {
    status: 409,
    message:
      'Not saved: the announcements of your workspace, or those that you have uploaded in all workspaces, have reached their quota. Delete some, or ask the operator of this server for more.',
    nextStep: 'none',
  },
  ANNOUNCEMENT_QUOTA_UNVERIFIED: {
    status: 403,
    message:
      'Not saved: your announcements and your greeting are longer than users without a verified e-mail may store. Verify your e-mail first.',
    nextStep: 'none',
  },
  ANNOUNCEMENT_IN_USE: {
    status: 409,
    message: 'This announcement is in use. Choose another one there first.',
    nextStep: 'none',
  },
} as const

/** The errors of the routing of incoming calls. */
const routingErrors = {
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
  ROUTING_ANNOUNCEMENT_NOT_FOUND: {
    status: 400,
    message: 'The routing names an announcement that does not exist any more.',
    nextStep: 'reload',
  },
  ROUTING_NUMBER_NOT_FOUND: {
    status: 400,
    message: 'The routing names a number that no trunk of this workspace has.',
    nextStep: 'check-form',
  },
} as const

/** The errors of blocked numbers. */
const blockingErrors = {
  BLOCKED_NUMBER_NOT_FOUND: { status: 404, message: 'This number is not blocked.', nextStep: 'none' },
  BLOCKED_NUMBER_LIMIT: { status: 409, message: 'The list of blocked numbers is full.', nextStep: 'none' },
  COLLEAGUE_NOT_BLOCKED: { status: 409, message: 'This number belongs to a member.', nextStep: 'ask-admin' },
  WORKSPACE_NUMBER_NOT_BLOCKED: {
    status: 409,
    message: 'This is a number of your own workspace.',
    nextStep: 'check-number',
  },
} as const

/** The errors of routing, announcements, voicemail, blocked callers and verified numbers. */
export const reachabilityErrors = {
  ...announcementErrors,
  ...routingErrors,
  ...blockingErrors,
  ...voicemailErrors,
  ...verificationErrors,
} as const
