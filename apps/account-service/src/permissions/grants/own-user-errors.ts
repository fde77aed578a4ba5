/** Errors of clients that list permissions of another user. */
export const ownUserErrors = {
  unauthenticated: 'USER_AUTHENTICATION_REQUIRED',
  forbidden: 'You can list only your own permissions.',
} as const
