// Without zod, so that the phone can import it.

/**
 * The events that a webhook can receive, in the order in which they happen. The type is the version of its payload: fields
 * are added, but a change that a receiver could notice gets another type.
 */
export const webhookEventTypes = [
  'call.started',
  'call.answered',
  'call.ended',
  'recording.ready',
  'voicemail.received',
  'analysis.ready',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The most webhooks that a workspace can have. */
export const maxWebhooks = 10

/**
 * Returns whether a text is a URL that a webhook can have: without user name and password, which would be stored and shown
 * in plain text, and without fragment. The service decides whether it may be used.
 */
export function isWebhookUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[#\s\\]/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
