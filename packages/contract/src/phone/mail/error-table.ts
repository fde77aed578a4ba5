/** The errors of the mail server of a workspace. */
export const mailErrors = {
  MAIL_SERVER_NOT_FOUND: { status: 404, message: 'No mail server is set.', nextStep: 'none' },
  MAIL_PASSWORD_REQUIRED: {
    status: 400,
    message:
      'Enter the password again: the stored one is used only with the server, port and user name that it was saved with.',
    nextStep: 'check-form',
  },
  MAIL_ENCRYPTION_REQUIRED: {
    status: 400,
    message: 'A password is not sent without encryption. Choose STARTTLS or TLS.',
    nextStep: 'check-form',
  },
  MAIL_HOST_NOT_FOUND: {
    status: 400,
    message: 'The host name of the mail server has no DNS entry.',
    nextStep: 'check-form',
  },
  MAIL_HOST_NOT_ALLOWED: {
    status: 400,
    message:
      'The mail server is in a blocked private network. The operator of this server can allow it with PARLEY_OUTBOUND_NETWORKS.',
    nextStep: 'check-form',
  },
  EMAIL_ADDRESS_NOT_VERIFIED: {
    status: 409,
    message: 'Verify your own e-mail address first: the test is sent to it.',
    nextStep: 'none',
  },
  SUMMARY_RECIPIENT_NOT_ALLOWED: {
    status: 409,
    message: 'Not sent: a recipient is no member any more, or may not see the call.',
    nextStep: 'reload',
  },
  MAIL_NOT_FOUND: { status: 404, message: 'This e-mail does not exist any more.', nextStep: 'reload' },
  MAIL_NOT_FAILED: {
    status: 409,
    message: 'Only an e-mail that has failed is sent again.',
    nextStep: 'reload',
  },
} as const
