/** The errors of the webhooks of a workspace. */
export const webhookErrors = {
  WEBHOOK_NOT_FOUND: { status: 404, message: 'This webhook does not exist any more.', nextStep: 'reload' },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    message: 'This delivery does not exist any more.',
    nextStep: 'reload',
  },
  WEBHOOK_LIMIT: { status: 409, message: 'The workspace has too many webhooks.', nextStep: 'none' },
  WEBHOOK_DISABLED: { status: 409, message: 'Enable the webhook first.', nextStep: 'none' },
  WEBHOOK_NOT_ENCRYPTED: { status: 400, message: 'The URL must begin with https.', nextStep: 'check-form' },
  WEBHOOK_HOST_NOT_FOUND: {
    status: 400,
    message: 'The host name of the webhook has no DNS entry.',
    nextStep: 'check-form',
  },
  WEBHOOK_HOST_NOT_ALLOWED: {
    status: 400,
    message:
      'The webhook is in a blocked private network. The operator of this server can allow it with PARLEY_OUTBOUND_NETWORKS.',
    nextStep: 'check-form',
  },
} as const
