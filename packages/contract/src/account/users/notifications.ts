import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { listResponse, userIdOrMe, uuid } from '../fields.ts'

export const notificationPreference = z.object({
  notification_category_id: z.uuid(),
  notification_category_name: z.string(),
  enabled: z.boolean(),
  can_disable: z.boolean(),
})

export const listNotificationPreferences = defineAccountEndpoint({
  method: 'GET',
  path: '/emails/notification-preference/{user}',
  access: 'client',
  summary: 'List the notification preferences of a user. A client can only see those of the signed-in user.',
  params: z.object({ user: userIdOrMe }),
  response: listResponse(notificationPreference),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  plainTextErrors: [403],
})

export const updateNotificationPreference = defineAccountEndpoint({
  method: 'PATCH',
  path: '/emails/notification-preference/{user}/{category}',
  access: 'client',
  summary: 'Enable or disable a notification category for a user.',
  params: z.object({ user: userIdOrMe, category: uuid }),
  body: z.object({ enabled: z.boolean() }),
  response: notificationPreference,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  plainTextErrors: [400, 403, 404],
})

const code = z.object({ code: z.string().optional() })

export const showUnsubscribePage = defineAccountEndpoint({
  method: 'GET',
  path: '/emails/unsubscribe-link',
  access: 'public',
  summary: 'Get the unsubscribe confirmation page that e-mails link to. Opening it changes nothing.',
  query: code,
  rateLimit: 'unsubscribe',
  errors: [],
  plainTextErrors: [400],
})

export const unsubscribe = defineAccountEndpoint({
  method: 'POST',
  path: '/emails/unsubscribe-link',
  access: 'public',
  summary:
    'Unsubscribe with the code from an e-mail, from the confirmation page or with one click from a mail client (RFC 8058).',
  query: code,
  rateLimit: 'unsubscribe',
  errors: [],
  plainTextErrors: [400],
})
