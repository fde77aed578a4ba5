import { z } from 'zod'
import { codeErrors } from '../auth/otp.ts'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  callbackUrl,
  email,
  listResponse,
  success,
  userIdOrMe,
  uuid,
  validCodeResponse,
  verificationCode,
} from '../fields.ts'

export const contactChannel = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.literal('email'),
  value: z.string(),
  is_primary: z.boolean(),
  is_verified: z.boolean(),
  /** The user can sign in with it. An address is used for sign-in by at most one user of a project. */
  used_for_auth: z.boolean(),
})

export const listContactChannels = defineAccountEndpoint({
  method: 'GET',
  path: '/contact-channels',
  access: 'client',
  summary:
    'List the e-mail addresses of users, oldest first. A client can only see those of the signed-in user.',
  query: z.object({ user_id: userIdOrMe.optional(), contact_channel_id: uuid.optional() }),
  response: listResponse(contactChannel),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  plainTextErrors: [403],
})

export const getContactChannel = defineAccountEndpoint({
  method: 'GET',
  path: '/contact-channels/{user}/{id}',
  access: 'client',
  summary: 'Get an e-mail address of a user.',
  params: z.object({ user: userIdOrMe, id: uuid }),
  response: contactChannel,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  plainTextErrors: [403, 404],
})

const create = z.object({
  user_id: userIdOrMe,
  type: z.literal('email'),
  value: email,
  used_for_auth: z.boolean(),
  /** Replaces the current primary address. */
  is_primary: z.boolean().optional(),
})

const update = create.omit({ user_id: true }).partial()
const serverOnly = { is_verified: z.boolean().optional() }

export const createContactChannel = defineAccountEndpoint({
  method: 'POST',
  path: '/contact-channels',
  access: 'client',
  summary: 'Add an unverified e-mail address to a user.',
  body: create,
  response: contactChannel,
  serverSchema: { body: create.extend(serverOnly), response: contactChannel },
  status: 201,
  rateLimit: 'contact-channels',
  errors: [
    'CONTACT_CHANNEL_LIMIT_REACHED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'USER_NOT_FOUND',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  plainTextErrors: [400, 403],
})

export const updateContactChannel = defineAccountEndpoint({
  method: 'PATCH',
  path: '/contact-channels/{user}/{id}',
  access: 'client',
  summary: 'Change an e-mail address of a user. A new value is unverified.',
  params: z.object({ user: userIdOrMe, id: uuid }),
  body: update,
  response: contactChannel,
  serverSchema: { body: update.extend(serverOnly), response: contactChannel },
  rateLimit: 'contact-channels',
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  plainTextErrors: [400, 403, 404],
})

export const deleteContactChannel = defineAccountEndpoint({
  method: 'DELETE',
  path: '/contact-channels/{user}/{id}',
  access: 'client',
  summary: 'Remove an e-mail address from a user.',
  params: z.object({ user: userIdOrMe, id: uuid }),
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  plainTextErrors: [400, 403, 404],
})

export const sendVerificationCode = defineAccountEndpoint({
  method: 'POST',
  path: '/contact-channels/{user}/{id}/send-verification-code',
  access: 'client',
  summary: 'Send an e-mail with a link that verifies this e-mail address.',
  params: z.object({ user: userIdOrMe, id: uuid }),
  body: z.object({ callback_url: callbackUrl }),
  response: success,
  rateLimit: 'code-mails',
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_ID_DOES_NOT_EXIST',
    'EMAIL_ALREADY_VERIFIED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  plainTextErrors: [403, 404],
})

export const sendPrimaryVerificationCode = defineAccountEndpoint({
  method: 'POST',
  path: '/contact-channels/send-verification-code',
  access: 'client',
  user: 'declared',
  summary: 'Send an e-mail with a link that verifies the primary e-mail address of the signed-in user.',
  body: z.object({ email, callback_url: callbackUrl }),
  response: success,
  rateLimit: 'code-mails',
  errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const verifyContactChannel = defineAccountEndpoint({
  method: 'POST',
  path: '/contact-channels/verify',
  access: 'client',
  summary: 'Verify an e-mail address with the code from the e-mail.',
  body: z.object({ code: verificationCode }),
  response: success,
  rateLimit: 'codes',
  errors: [
    ...codeErrors,
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_ASSOCIATED_WITH_USER',
    'REDIRECT_URL_NOT_WHITELISTED',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
  ],
  plainTextErrors: [400],
})

export const checkContactChannelCode = defineAccountEndpoint({
  method: 'POST',
  path: '/contact-channels/verify/check-code',
  access: 'client',
  summary: 'Check whether a code would verify an e-mail address, without consuming it.',
  body: z.object({ code: verificationCode }),
  response: validCodeResponse,
  rateLimit: 'codes',
  errors: codeErrors,
})
