import type { AccountEndpointMap } from '@parley/contract/account'

const signUpErrors = [
  'PASSWORD_AUTHENTICATION_NOT_ENABLED',
  'REDIRECT_URL_NOT_WHITELISTED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'PASSWORD_TOO_SIMPLE',
  'SIGN_UP_NOT_ENABLED',
  'USER_EMAIL_ALREADY_EXISTS',
  'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
] as const

const codeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const

const apiKeyErrors = [
  'USER_AUTHENTICATION_REQUIRED',
  'CANNOT_GET_OWN_USER_WITHOUT_USER',
  'API_KEY_NOT_FOUND',
] as const

const memberErrors = [
  'USER_AUTHENTICATION_REQUIRED',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'TEAM_PERMISSION_REQUIRED',
] as const

const teamErrors = [...memberErrors, 'TEAM_NOT_FOUND'] as const

const addressErrors = ['EMAIL_NOT_ASSOCIATED_WITH_USER', 'EMAIL_NOT_VERIFIED'] as const

/**
 * The endpoints that the kit uses, with the errors that each declares, for types only. Copied from the
 * contract, because importing its definitions would add zod to browser bundles. The types ensure that both
 * lists are equal.
 */
export const declaredErrors = {
  'GET /projects/current': [],
  'POST /auth/password/sign-up': signUpErrors,
  'POST /auth/anonymous/upgrade': [...signUpErrors, 'USER_AUTHENTICATION_REQUIRED'],
  'POST /auth/password/sign-in': [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'EMAIL_PASSWORD_MISMATCH',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  'POST /auth/password/set': [
    'USER_AUTHENTICATION_REQUIRED',
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
  ],
  'POST /auth/password/update': [
    'USER_AUTHENTICATION_REQUIRED',
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
    'USER_DOES_NOT_HAVE_PASSWORD',
    'PASSWORD_CONFIRMATION_MISMATCH',
  ],
  'POST /auth/password/send-reset-code': [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  'POST /auth/password/reset': [
    ...codeErrors,
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  'POST /auth/password/reset/check-code': codeErrors,
  'POST /auth/mfa/sign-in': [...codeErrors, 'INVALID_TOTP_CODE'],
  'POST /auth/mfa/recovery-codes': ['USER_AUTHENTICATION_REQUIRED'],
  'GET /auth/mfa/recovery-codes': [],
  'POST /auth/passkey/initiate-passkey-registration': [
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
  ],
  'POST /auth/passkey/register': [
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    ...codeErrors,
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'PASSKEY_REGISTRATION_FAILED',
  ],
  'POST /auth/passkey/initiate-passkey-authentication': ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
  'POST /auth/passkey/sign-in': [
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    ...codeErrors,
    'PASSKEY_AUTHENTICATION_FAILED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  'POST /auth/cli': [],
  'POST /auth/cli/poll': ['INVALID_POLLING_CODE'],
  'POST /auth/cli/complete': [],
  'POST /auth/cli/describe': [],
  'POST /auth/cli/reject': [],
  'POST /auth/otp/send-sign-in-code': [
    'USER_EMAIL_ALREADY_EXISTS',
    'SIGN_UP_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  'POST /auth/otp/sign-in': [
    ...codeErrors,
    'USER_EMAIL_ALREADY_EXISTS',
    'SIGN_UP_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  'POST /auth/otp/sign-in/check-code': codeErrors,
  'GET /auth/sessions': ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  'DELETE /auth/sessions/current': ['ACCESS_TOKEN_EXPIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
  'DELETE /auth/sessions/{id}': [
    'CANNOT_DELETE_CURRENT_SESSION',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
  ],
  'GET /users/me': ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  'PATCH /users/me': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'INVALID_TOTP_CODE',
    'USER_EMAIL_ALREADY_EXISTS',
    'PASSWORD_TOO_LONG',
    'CONTACT_CHANNEL_LIMIT_REACHED',
  ],
  'DELETE /users/me': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_PERMISSION_LAST_HOLDER',
  ],
  'GET /emails/notification-preference/{user}': ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  'PATCH /emails/notification-preference/{user}/{category}': [
    'USER_AUTHENTICATION_REQUIRED',
    'USER_NOT_FOUND',
  ],
  'POST /connected-accounts/{user}/{provider}/access-token': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  ],
  'GET /connected-accounts/{user}': ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  'POST /connected-accounts/{user}/{provider}/{account}/access-token': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE',
  ],
  'GET /internal/projects': ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT'],
  'POST /internal/projects': [
    'USER_AUTHENTICATION_REQUIRED',
    'EXPECTED_INTERNAL_PROJECT',
    'PROJECT_LIMIT_REACHED',
  ],
  'GET /oauth-providers': ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  'PATCH /oauth-providers/{user}/{id}': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  'DELETE /oauth-providers/{user}/{id}': ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  'POST /user-api-keys': [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'EMAIL_NOT_VERIFIED',
    'USER_NOT_FOUND',
    'API_KEY_LIMIT_REACHED',
  ],
  'GET /user-api-keys': ['USER_AUTHENTICATION_REQUIRED', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
  'PATCH /user-api-keys/{id}': apiKeyErrors,
  'POST /team-api-keys': [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'EMAIL_NOT_VERIFIED',
    'API_KEY_NOT_FOUND',
    'TEAM_NOT_FOUND',
    'API_KEY_LIMIT_REACHED',
  ],
  'GET /team-api-keys': apiKeyErrors,
  'PATCH /team-api-keys/{id}': apiKeyErrors,
  'POST /contact-channels': [
    'CONTACT_CHANNEL_LIMIT_REACHED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'USER_NOT_FOUND',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  'PATCH /contact-channels/{user}/{id}': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  'DELETE /contact-channels/{user}/{id}': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
  ],
  'GET /contact-channels': ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  'POST /contact-channels/send-verification-code': [
    'EMAIL_IS_NOT_PRIMARY_EMAIL',
    'EMAIL_ALREADY_VERIFIED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  'POST /contact-channels/verify': [
    ...codeErrors,
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_ASSOCIATED_WITH_USER',
    'REDIRECT_URL_NOT_WHITELISTED',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  'POST /contact-channels/verify/check-code': codeErrors,
  'POST /contact-channels/{user}/{id}/send-verification-code': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_ID_DOES_NOT_EXIST',
    'EMAIL_ALREADY_VERIFIED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  'POST /teams': ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'TEAM_LIMIT_REACHED'],
  'GET /teams': ['USER_AUTHENTICATION_REQUIRED'],
  'PATCH /teams/{team}': teamErrors,
  'DELETE /teams/{team}': teamErrors,
  'DELETE /team-memberships/{team}/{user}': [...memberErrors, 'TEAM_PERMISSION_LAST_HOLDER'],
  'GET /team-member-profiles': [...memberErrors, 'TEAM_NOT_FOUND', 'USER_NOT_FOUND'],
  'GET /team-member-profiles/{team}/{user}': memberErrors,
  'PATCH /team-member-profiles/{team}/{user}': ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  'POST /team-invitations/send-code': [...teamErrors, 'REDIRECT_URL_NOT_WHITELISTED', 'EMAIL_NOT_VERIFIED'],
  'GET /team-invitations': [...teamErrors, 'CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  'POST /team-invitations/{id}/accept': [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'EMAIL_NOT_VERIFIED',
    'TEAM_LIMIT_REACHED',
    'TEAM_MEMBER_LIMIT_REACHED',
  ],
  'DELETE /team-invitations/{id}': teamErrors,
  'POST /team-invitations/accept': [
    'USER_AUTHENTICATION_REQUIRED',
    ...codeErrors,
    ...addressErrors,
    'REDIRECT_URL_NOT_WHITELISTED',
    'TEAM_LIMIT_REACHED',
    'TEAM_MEMBER_LIMIT_REACHED',
  ],
  'POST /team-invitations/accept/check-code': codeErrors,
  'POST /team-invitations/accept/details': ['USER_AUTHENTICATION_REQUIRED', ...codeErrors, ...addressErrors],
  'GET /project-permissions': ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  'GET /team-permissions': [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
  ],
  'POST /team-permissions/{team}/{user}/{permission}': [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_PERMISSION_REQUIRED',
    'USER_NOT_FOUND',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'PERMISSION_NOT_FOUND',
    'WRONG_PERMISSION_SCOPE',
  ],
  'DELETE /team-permissions/{team}/{user}/{permission}': [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_NOT_FOUND',
    'TEAM_PERMISSION_LAST_HOLDER',
  ],
} as const satisfies { readonly [K in keyof AccountEndpointMap]?: AccountEndpointMap[K]['errors'] }

export type KitEndpointKey = keyof typeof declaredErrors
