/** The errors of requests that are not authenticated, or not authorized. */
export const accessErrors = {
  USER_AUTHENTICATION_REQUIRED: { status: 401, message: 'You are not signed in.', nextStep: 'sign-in' },
  UNPARSABLE_ACCESS_TOKEN: { status: 401, message: 'Your access token cannot be read.', nextStep: 'sign-in' },
  ACCESS_TOKEN_EXPIRED: { status: 401, message: 'Your session has expired.', nextStep: 'sign-in' },
  INVALID_PROJECT_FOR_ACCESS_TOKEN: {
    status: 401,
    message: 'Your access token belongs to another service.',
    nextStep: 'sign-in',
  },
  ACCOUNTS_UNREACHABLE: {
    status: 503,
    message: 'The account service does not respond, so your session cannot be checked.',
    nextStep: 'try-again',
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    message: 'You are not a member of this workspace.',
    nextStep: 'ask-admin',
  },
  NO_WORKSPACE: { status: 409, message: 'You are not a member of any workspace yet.', nextStep: 'ask-admin' },
  PHONE_ADMIN_REQUIRED: {
    status: 403,
    message: 'Only a phone administrator can do this.',
    nextStep: 'ask-admin',
  },

  API_KEY_INVALID: {
    status: 401,
    message: 'This API key is unknown, revoked or expired.',
    nextStep: 'ask-admin',
  },
  API_KEY_NOT_ALLOWED: {
    status: 403,
    message: 'An API key cannot do this. It needs a signed-in user.',
    nextStep: 'none',
  },
  API_KEY_SCOPE_REQUIRED: {
    status: 403,
    message: 'This API key lacks a scope. A phone administrator can grant it.',
    nextStep: 'ask-admin',
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    message: 'This API key does not exist, or it has been revoked.',
    nextStep: 'reload',
  },
} as const
