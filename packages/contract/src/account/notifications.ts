import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { listOf, userIdOrMe, uuid } from './fields.ts'

export const notificationPreference = z.object({
  notification_category_id: z.uuid(),
  notification_category_name: z.string(),
  enabled: z.boolean(),
  can_disable: z.boolean(),
})

export const listNotificationPreferences = accountEndpoint({
  method: 'GET',
  path: '/emails/notification-preference/{user}',
  access: 'client',
  summary: 'List which kinds of e-mail a user wants. A client sees only those of its own user.',
  params: z.object({ user: userIdOrMe }),
  response: listOf(notificationPreference),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  textErrors: [403],
})

export const updateNotificationPreference = accountEndpoint({
  method: 'PATCH',
  path: '/emails/notification-preference/{user}/{category}',
  access: 'client',
  summary: 'Choose whether a user gets a kind of e-mail.',
  params: z.object({ user: userIdOrMe, category: uuid }),
  body: z.object({ enabled: z.boolean() }),
  response: notificationPreference,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND'],
  textErrors: [400, 403, 404],
})

const code = z.object({ code: z.string().optional() })

export const showUnsubscribePage = accountEndpoint({
  method: 'GET',
  path: '/emails/unsubscribe-link',
  access: 'public',
  summary: 'The page that the link at the foot of an e-mail opens. It asks; opening it changes nothing.',
  query: code,
  errors: [],
  textErrors: [400],
})

export const unsubscribe = accountEndpoint({
  method: 'POST',
  path: '/emails/unsubscribe-link',
  access: 'public',
  summary: 'Unsubscribe with the code of an e-mail: the button of the page, or of a mail program (RFC 8058).',
  query: code,
  errors: [],
  textErrors: [400],
})

export const notificationEndpoints = [
  listNotificationPreferences,
  updateNotificationPreference,
  showUnsubscribePage,
  unsubscribe,
] as const
