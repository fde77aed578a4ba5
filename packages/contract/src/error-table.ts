interface KnownErrorDefinition {
  readonly status: number
  readonly message: string
}

/**
 * Every error code that the account service returns. The code is part of the contract; the message is for
 * users. Clients cannot rebuild an error with any other code. This file has no imports, so that browser
 * bundles stay small.
 */
export const knownErrors = {
  // Request, project and keys.
  BODY_PARSING_ERROR: { status: 400, message: 'The body of the request cannot be read.' },
  SCHEMA_ERROR: { status: 400, message: 'The request is malformed.' },
  ALL_OVERLOADS_FAILED: { status: 400, message: 'The request matches no variant of this endpoint.' },
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: {
    status: 400,
    message: 'A project key was sent without the header x-stack-access-type.',
  },
  INVALID_ACCESS_TYPE: {
    status: 400,
    message: 'The header x-stack-access-type must be client, server or admin.',
  },
  ACCESS_TYPE_WITHOUT_PROJECT_ID: {
    status: 400,
    message: 'An access type was sent without the header x-stack-project-id.',
  },
  ACCESS_TYPE_REQUIRED: {
    status: 400,
    message:
      'This endpoint requires the headers x-stack-access-type and x-stack-project-id and a project key.',
  },
  INSUFFICIENT_ACCESS_TYPE: { status: 401, message: 'This endpoint requires another access type.' },
  CURRENT_PROJECT_NOT_FOUND: {
    status: 400,
    message: 'The project in the header x-stack-project-id does not exist.',
  },
  BRANCH_DOES_NOT_EXIST: { status: 400, message: 'The project has no branch with this name.' },
  PROJECT_NOT_FOUND: { status: 404, message: 'This project does not exist.' },
  INVALID_PUBLISHABLE_CLIENT_KEY: {
    status: 401,
    message: 'The publishable client key is not valid for this project.',
  },
  INVALID_SECRET_SERVER_KEY: { status: 401, message: 'The secret server key is not valid for this project.' },
  INVALID_SUPER_SECRET_ADMIN_KEY: {
    status: 401,
    message: 'The super secret admin key is not valid for this project.',
  },
  CLIENT_AUTHENTICATION_REQUIRED: { status: 401, message: 'The publishable client key is missing.' },
  SERVER_AUTHENTICATION_REQUIRED: { status: 401, message: 'The secret server key is missing.' },
  ADMIN_AUTHENTICATION_REQUIRED: { status: 401, message: 'The super secret admin key is missing.' },
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: {
    status: 401,
    message: 'A publishable client key or a secret server key is required.',
  },
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    message: 'A publishable client key or a super secret admin key is required.',
  },
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    message: 'A publishable client key, a secret server key or a super secret admin key is required.',
  },
  UNPARSABLE_ADMIN_ACCESS_TOKEN: { status: 401, message: 'The admin access token cannot be read.' },
  ADMIN_ACCESS_TOKEN_EXPIRED: { status: 401, message: 'The admin access token has expired.' },
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: {
    status: 401,
    message: 'The admin access token belongs to another project.',
  },
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: {
    status: 401,
    message: 'The owner of this admin access token does not manage the project.',
  },
  EXPECTED_INTERNAL_PROJECT: {
    status: 401,
    message: 'This endpoint is only available in the project internal.',
  },

  // Tokens and sessions.
  UNPARSABLE_ACCESS_TOKEN: { status: 401, message: 'The access token cannot be read.' },
  ACCESS_TOKEN_EXPIRED: { status: 401, message: 'The access token has expired.' },
  INVALID_PROJECT_FOR_ACCESS_TOKEN: { status: 401, message: 'The access token belongs to another project.' },
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: {
    status: 401,
    message: 'The session does not exist or has ended. Sign in again.',
  },
  CANNOT_DELETE_CURRENT_SESSION: { status: 400, message: 'You cannot revoke the current session.' },
  PROVIDER_REJECTED: { status: 401, message: 'The sign-in provider has rejected this session.' },
  USER_AUTHENTICATION_REQUIRED: { status: 401, message: 'This requires a signed-in user.' },
  CANNOT_GET_OWN_USER_WITHOUT_USER: { status: 400, message: 'No user is signed in.' },

  // Users, passwords, codes.
  USER_NOT_FOUND: { status: 404, message: 'This user does not exist.' },
  USER_ID_DOES_NOT_EXIST: { status: 400, message: 'No user has this id.' },
  USER_EMAIL_ALREADY_EXISTS: { status: 409, message: 'A user with this e-mail address already exists.' },
  SIGN_UP_NOT_ENABLED: { status: 400, message: 'Sign-up is not enabled for this project.' },
  PASSWORD_AUTHENTICATION_NOT_ENABLED: {
    status: 400,
    message: 'Password sign-in is not enabled for this project.',
  },
  PASSKEY_AUTHENTICATION_NOT_ENABLED: {
    status: 400,
    message: 'Passkey sign-in is not enabled for this project.',
  },
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: {
    status: 400,
    message: 'Anonymous accounts are not enabled for this project.',
  },
  EMAIL_PASSWORD_MISMATCH: { status: 400, message: 'Wrong e-mail or password.' },
  PASSWORD_TOO_SHORT: { status: 400, message: 'The password is too short.' },
  PASSWORD_REQUIREMENTS_NOT_MET: { status: 400, message: 'This password is too common. Choose another one.' },
  PASSWORD_TOO_SIMPLE: {
    status: 400,
    message:
      'This password is one repeated character, white space only, or the e-mail address. Choose another one.',
  },
  PASSWORD_TOO_LONG: { status: 400, message: 'The password is too long.' },
  USER_DOES_NOT_HAVE_PASSWORD: { status: 400, message: 'This user has no password.' },
  PASSWORD_CONFIRMATION_MISMATCH: { status: 400, message: 'Passwords do not match.' },
  REDIRECT_URL_NOT_WHITELISTED: {
    status: 400,
    message: 'The project does not trust this URL. Add its domain to the trusted domains.',
  },
  VERIFICATION_CODE_NOT_FOUND: {
    status: 404,
    message: 'This code does not exist. Check it, or request another.',
  },
  VERIFICATION_CODE_EXPIRED: { status: 400, message: 'This code has expired. Request another.' },
  VERIFICATION_CODE_ALREADY_USED: {
    status: 409,
    message: 'This code has already been used. Request another.',
  },
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: {
    status: 400,
    message: 'Too many attempts with this code. Request another.',
  },
  EMAIL_NOT_VERIFIED: { status: 400, message: 'This e-mail address is not verified.' },
  EMAIL_ALREADY_VERIFIED: { status: 409, message: 'This e-mail address is already verified.' },
  EMAIL_NOT_ASSOCIATED_WITH_USER: {
    status: 400,
    message: 'This e-mail address does not belong to the user.',
  },
  EMAIL_IS_NOT_PRIMARY_EMAIL: { status: 400, message: "This is not the user's primary e-mail address." },
  PASSKEY_REGISTRATION_FAILED: { status: 400, message: 'The passkey could not be registered.' },
  PASSKEY_AUTHENTICATION_FAILED: { status: 400, message: 'Signing in with the passkey failed.' },
  PASSKEY_WEBAUTHN_ERROR: { status: 400, message: 'The browser could not use the passkey.' },
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: { status: 400, message: 'A second factor is required.' },
  INVALID_TOTP_CODE: { status: 400, message: 'Incorrect code. Try again.' },
  CONTACT_CHANNEL_LIMIT_REACHED: {
    status: 409,
    message: 'The user has the maximum number of e-mail addresses.',
  },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    status: 409,
    message: 'This e-mail is already used for sign-in by another user.',
  },
  CLI_AUTH_ERROR: { status: 400, message: 'The command-line login failed.' },
  CLI_AUTH_EXPIRED_ERROR: {
    status: 400,
    message: 'The command-line login request has expired. Start it again.',
  },
  CLI_AUTH_USED_ERROR: { status: 400, message: 'This command-line login has already been used.' },
  INVALID_POLLING_CODE: { status: 400, message: 'This polling code does not exist.' },

  // Teams, permissions, API keys.
  API_KEY_LIMIT_REACHED: { status: 409, message: 'The user or team has the maximum number of API keys.' },
  PROJECT_LIMIT_REACHED: { status: 409, message: 'The user owns the maximum number of projects.' },
  TEAM_LIMIT_REACHED: { status: 409, message: 'The user is a member of the maximum number of teams.' },
  TEAM_MEMBER_LIMIT_REACHED: { status: 409, message: 'The team has the maximum number of members.' },
  TEAM_NOT_FOUND: { status: 404, message: 'This team does not exist.' },
  TEAM_MEMBERSHIP_NOT_FOUND: { status: 404, message: 'The user is not a member of this team.' },
  TEAM_MEMBERSHIP_ALREADY_EXISTS: { status: 409, message: 'The user is already a member of this team.' },
  TEAM_PERMISSION_REQUIRED: {
    status: 401,
    message: 'The user lacks the required permission in the team.',
  },
  TEAM_PERMISSION_NOT_FOUND: { status: 401, message: 'The user does not have this permission in the team.' },
  TEAM_PERMISSION_LAST_HOLDER: {
    status: 409,
    message: 'No other member of the team has this permission. Grant it to another member first.',
  },
  PROJECT_PERMISSION_REQUIRED: { status: 401, message: 'The user lacks the required permission.' },
  PERMISSION_NOT_FOUND: { status: 404, message: 'This permission does not exist.' },
  WRONG_PERMISSION_SCOPE: { status: 404, message: 'This permission belongs to another scope.' },
  CONTAINED_PERMISSION_NOT_FOUND: { status: 400, message: 'A contained permission does not exist.' },
  PERMISSION_ID_ALREADY_EXISTS: { status: 400, message: 'A permission with this id already exists.' },
  API_KEY_NOT_FOUND: { status: 404, message: 'This API key does not exist.' },
  API_KEY_EXPIRED: { status: 401, message: 'This API key has expired.' },
  API_KEY_REVOKED: { status: 401, message: 'This API key has been revoked.' },
  WRONG_API_KEY_TYPE: { status: 400, message: 'This API key has another type.' },
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: { status: 400, message: 'A public API key cannot be revoked.' },

  // OAuth.
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: {
    status: 400,
    message: 'This sign-in provider is not enabled for the project.',
  },
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: {
    status: 400,
    message: 'The user has no account at this provider.',
  },
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: {
    status: 400,
    message: 'The connected account has not granted the required scopes.',
  },
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: {
    status: 409,
    message: 'This account is already connected to another user.',
  },
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: {
    status: 409,
    message: 'The user is already connected to another OAuth account.',
  },
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: {
    status: 400,
    message: 'Extra scopes require the OAuth keys of the project.',
  },
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE: {
    status: 400,
    message:
      'The provider grants no access token with these scopes. The user must connect the account again.',
  },
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: {
    status: 400,
    message: 'Provider access tokens require the OAuth keys of the project.',
  },
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: { status: 400, message: 'The client id or the client secret is wrong.' },
  INVALID_SCOPE: { status: 400, message: 'Unknown scope.' },
  INVALID_AUTHORIZATION_CODE: { status: 400, message: 'The authorization code is not valid.' },
  OAUTH_PROVIDER_ACCESS_DENIED: { status: 400, message: 'The sign-in provider has denied access.' },
  OUTER_OAUTH_TIMEOUT: { status: 408, message: 'The OAuth flow has timed out. Please sign in again.' },
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: {
    status: 400,
    message: 'This provider account is used for sign-in by another user.',
  },
  INVALID_SHARED_OAUTH_PROVIDER_ID: { status: 400, message: 'This provider has no shared OAuth keys.' },
  INVALID_STANDARD_OAUTH_PROVIDER_ID: { status: 400, message: 'Unknown provider.' },

  // E-mail and the rest.
  EMAIL_TEMPLATE_ALREADY_EXISTS: { status: 409, message: 'An e-mail template of this type already exists.' },
  EMAIL_RENDERING_ERROR: { status: 400, message: 'The e-mail template cannot be rendered.' },
  REQUIRES_CUSTOM_EMAIL_SERVER: { status: 400, message: 'This requires a custom e-mail server.' },
  UNSUPPORTED_ERROR: { status: 500, message: 'An unknown error occurred.' },
} as const satisfies Record<string, KnownErrorDefinition>

export type KnownErrorCode = keyof typeof knownErrors

/** Errors that every endpoint can return, in addition to those it declares. */
export const commonErrors = [
  'BODY_PARSING_ERROR',
  'SCHEMA_ERROR',
  'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
  'INVALID_ACCESS_TYPE',
  'ACCESS_TYPE_WITHOUT_PROJECT_ID',
  'ACCESS_TYPE_REQUIRED',
  'INSUFFICIENT_ACCESS_TYPE',
  'CURRENT_PROJECT_NOT_FOUND',
  'BRANCH_DOES_NOT_EXIST',
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_SECRET_SERVER_KEY',
  'INVALID_SUPER_SECRET_ADMIN_KEY',
  'CLIENT_AUTHENTICATION_REQUIRED',
  'SERVER_AUTHENTICATION_REQUIRED',
  'ADMIN_AUTHENTICATION_REQUIRED',
  'UNPARSABLE_ADMIN_ACCESS_TOKEN',
  'ADMIN_ACCESS_TOKEN_EXPIRED',
  'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'CANNOT_GET_OWN_USER_WITHOUT_USER',
] as const satisfies readonly KnownErrorCode[]
