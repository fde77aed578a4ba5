import { accessErrors } from './access/error-table.ts'
import { analysisErrors } from './analysis/error-table.ts'
import { callErrors } from './calls/error-table.ts'
import { contactErrors } from './contacts/error-table.ts'
import { costErrors } from './costs/error-table.ts'
import { dataErrors } from './data/error-table.ts'
import { mailErrors } from './mail/error-table.ts'
import { reachabilityErrors } from './reachability/error-table.ts'
import { webhookErrors } from './webhooks/error-table.ts'

/** The next step of the user after an error. The interface has a button or link for each. */
export type NextStep =
  | 'none'
  | 'try-again'
  | 'wait'
  | 'reload'
  | 'sign-in'
  | 'check-number'
  | 'ask-admin'
  | 'open-limits'
  | 'open-trunks'
  | 'open-contact'
  | 'use-another-phone'
  | 'choose-number'
  | 'check-form'

interface PhoneErrorDefinition {
  readonly status: number
  /** One sentence for the user. */
  readonly message: string
  readonly nextStep: NextStep
}

/**
 * Every error code that the phone API returns. The code is part of the contract; message and next step are
 * for users. Codes shared with the account service have the same meaning, so that one client can refresh
 * tokens for both APIs. This file imports only further errors, so that browser bundles stay small.
 */
export const phoneErrors = {
  ...accessErrors,
  ...analysisErrors,
  ...callErrors,
  ...contactErrors,
  ...costErrors,
  ...dataErrors,
  ...mailErrors,
  ...reachabilityErrors,
  ...webhookErrors,
  UNSUPPORTED_ERROR: { status: 500, message: 'Something went wrong.', nextStep: 'try-again' },
  SCHEMA_ERROR: { status: 400, message: 'The request is malformed.', nextStep: 'check-form' },
  BODY_PARSING_ERROR: { status: 400, message: 'The request cannot be read.', nextStep: 'check-form' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests in a short time.', nextStep: 'wait' },

  NUMBER_NOT_UNDERSTOOD: { status: 400, message: 'This is not a phone number.', nextStep: 'check-number' },
  NUMBER_NOT_VALID: {
    status: 400,
    message: 'Not called: this number does not exist in the numbering plan of its country.',
    nextStep: 'check-number',
  },
  COUNTRY_NOT_ALLOWED: {
    status: 403,
    message: 'Not called: your workspace does not allow calls to this country.',
    nextStep: 'open-limits',
  },
  PREMIUM_NUMBER: { status: 403, message: 'Not called: this is a premium number.', nextStep: 'check-number' },
  EMERGENCY_NUMBER: {
    status: 403,
    message: 'Parley cannot call emergency services. Use a mobile or landline phone now.',
    nextStep: 'use-another-phone',
  },
  CALL_LIMIT_PER_MINUTE: {
    status: 429,
    message: 'Not called: your workspace has reached its limit of calls per minute.',
    nextStep: 'wait',
  },
  CALL_LIMIT_CONCURRENT: {
    status: 429,
    message: 'Not called: your workspace has reached its limit of calls at the same time.',
    nextStep: 'open-limits',
  },
  CALL_LIMIT_INSTALLATION: {
    status: 429,
    message: 'Not called: this server has reached its limit of calls at the same time.',
    nextStep: 'wait',
  },
  EMERGENCY_CALL_LIMIT_USER: { status: 429, message: 'You have two emergency calls.', nextStep: 'none' },
  EMERGENCY_CALL_LIMIT_WORKSPACE: { status: 429, message: 'Too many emergency calls.', nextStep: 'none' },
  OWN_NUMBER: { status: 400, message: 'This is your own number.', nextStep: 'check-number' },
  CALLER_ID_NOT_YOURS: {
    status: 403,
    message: 'You cannot call from this number, because it is not yours.',
    nextStep: 'choose-number',
  },
  NO_TRUNK: {
    status: 409,
    message: 'Not called: no trunk connects your workspace to the telephone network.',
    nextStep: 'open-trunks',
  },
  NO_NUMBER_LEFT: {
    status: 409,
    message: 'You have no number in the simulated telephone network: none is left, or you have too many.',
    nextStep: 'open-trunks',
  },
  ENGINE_UNAVAILABLE: {
    status: 503,
    message: 'The call could not be placed or changed. Try again in a moment.',
    nextStep: 'try-again',
  },

  CALLS_SUSPENDED: {
    status: 503,
    message: 'This server does not place or accept calls at the moment, because it has lost its lock.',
    nextStep: 'try-again',
  },

  SERVER_STOPPING: {
    status: 503,
    message: 'This server accepts no new calls, because it stops when its running calls have ended.',
    nextStep: 'try-again',
  },

  CALL_NOT_FOUND: { status: 404, message: 'This call does not exist.', nextStep: 'none' },
  CALL_ENDED: { status: 409, message: 'This call has ended.', nextStep: 'none' },
  NOT_RECORDING: { status: 409, message: 'This call is not being recorded.', nextStep: 'none' },
  CALL_FULL: {
    status: 409,
    message: 'This call has reached its maximum number of participants.',
    nextStep: 'none',
  },
  CALL_ELSEWHERE: {
    status: 409,
    message: 'This call has been answered or declined elsewhere.',
    nextStep: 'none',
  },
  CALL_ON_OTHER_SERVER: {
    status: 409,
    message: 'This call runs on another server, so this server cannot change it.',
    nextStep: 'try-again',
  },
  JOIN_ANSWER_INVALID: {
    status: 400,
    message: 'The audio connection of this browser could not be set up.',
    nextStep: 'reload',
  },
  LEG_NOT_FOUND: { status: 404, message: 'This participant is not in the call.', nextStep: 'none' },
  NOT_IN_CALL: { status: 409, message: 'You are not in this call.', nextStep: 'none' },
  RECORDING_NOT_FOUND: { status: 404, message: 'This recording does not exist.', nextStep: 'none' },
  RECORDING_NOT_READY: {
    status: 409,
    message: 'This recording is still being written.',
    nextStep: 'wait',
  },
  RECORDING_LIMIT_REACHED: {
    status: 409,
    message:
      'Not recorded: this call has the maximum number of recordings, one for each participant and each start. Start a new call to record more.',
    nextStep: 'none',
  },
  RECORDING_QUOTA_REACHED: {
    status: 409,
    message:
      'Not recorded: the recordings of your workspace have reached their quota. Delete some, or ask the operator of this server for more.',
    nextStep: 'none',
  },
  RECORDING_DISK_FULL: {
    status: 503,
    message: 'Not recorded: the disk of this server is almost full.',
    nextStep: 'ask-admin',
  },
  DISK_FULL: {
    status: 503,
    message: 'Not saved: the disk of this server is almost full.',
    nextStep: 'ask-admin',
  },
  RECORDING_UNAVAILABLE: {
    status: 503,
    message: 'The store of the recordings does not respond.',
    nextStep: 'try-again',
  },
  RECORDING_LINK_EXPIRED: {
    status: 403,
    message: 'This link to the recording is no longer valid.',
    nextStep: 'reload',
  },

  CONTACT_NOT_FOUND: { status: 404, message: 'This contact does not exist.', nextStep: 'none' },
  CONTACT_NUMBER_TAKEN: {
    status: 409,
    message: 'Another contact already has this number.',
    nextStep: 'open-contact',
  },
  CONTACT_CHANGED: {
    status: 409,
    message: 'Another user has changed this contact in the meantime.',
    nextStep: 'reload',
  },
  CONTACT_LIMIT: {
    status: 409,
    message: 'This workspace has the maximum number of contacts.',
    nextStep: 'none',
  },
  CONTACT_QUOTA_REACHED: {
    status: 409,
    message:
      'Not saved: the contacts of your workspace have reached their quota. Shorten or delete some, or ask the operator of this server for more.',
    nextStep: 'none',
  },

  PUSH_SUBSCRIPTION_NOT_VALID: {
    status: 400,
    message: 'The push service is not supported or unreachable.',
    nextStep: 'none',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message:
      'Until your e-mail is verified, you can call members of your workspace and numbers of the simulated telephone network only, and cannot forward calls.',
    nextStep: 'none',
  },
  TRUNKS_NOT_GRANTED: {
    status: 403,
    message:
      'This workspace may not have trunks. The operator of this server can allow them: npm run parley -- trunks allow WORKSPACE.',
    nextStep: 'none',
  },
  TRUNK_ADDRESS_TAKEN: {
    status: 409,
    message: 'The address of this trunk is in use by another workspace.',
    nextStep: 'check-form',
  },
  TRUNK_PASSWORD_REQUIRED: {
    status: 400,
    message:
      'Enter the password again: the stored one is used only with the host, port, transport, outbound proxy and user name that it was saved with.',
    nextStep: 'check-form',
  },
  TRUNK_NOT_FOUND: { status: 404, message: 'This trunk does not exist.', nextStep: 'none' },
  TRUNK_HOST_NOT_FOUND: {
    status: 400,
    message: 'The host name of the trunk has no DNS entry.',
    nextStep: 'check-form',
  },
  TRUNK_HOST_NOT_ALLOWED: {
    status: 400,
    message: 'The host of the trunk is in a blocked private network.',
    nextStep: 'check-form',
  },
  TRUNK_NEEDS_PUBLIC_HOST: {
    status: 400,
    message:
      'A trunk outside this machine requires the setting PARLEY_SIP_HOST: the address at which the trunk reaches this server.',
    nextStep: 'ask-admin',
  },
  TRUNK_NUMBER_TAKEN: {
    status: 409,
    message: 'Another trunk already has this number.',
    nextStep: 'check-form',
  },
  TRUNK_LIMIT: { status: 409, message: 'A workspace can have 20 trunks.', nextStep: 'none' },
} as const satisfies Record<string, PhoneErrorDefinition>

export type PhoneErrorCode = keyof typeof phoneErrors

/** Errors that every non-public endpoint can return, in addition to those it declares. */
export const commonPhoneErrors = [
  'SCHEMA_ERROR',
  'BODY_PARSING_ERROR',
  'TOO_MANY_REQUESTS',
  'USER_AUTHENTICATION_REQUIRED',
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'ACCOUNTS_UNREACHABLE',
  'WORKSPACE_NOT_FOUND',
  'NO_WORKSPACE',
  'PHONE_ADMIN_REQUIRED',
  'API_KEY_INVALID',
  'API_KEY_NOT_ALLOWED',
  'API_KEY_SCOPE_REQUIRED',
] as const satisfies readonly PhoneErrorCode[]
