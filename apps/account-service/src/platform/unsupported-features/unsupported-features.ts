export interface UnsupportedFeature {
  /** The subject of the sentence "… are not supported by this server." */
  readonly name: string
  /** Relative to `/api/v1`. `/*` at the end includes all paths below. */
  readonly paths: readonly `/${string}`[]
}

/** Features of the public clients that the service does not have, with the paths that the clients call. */
export const unsupportedFeatures: readonly UnsupportedFeature[] = [
  { name: 'Payments', paths: ['/payments/*', '/internal/payments/*'] },
  { name: 'Data vaults', paths: ['/data-vault/*'] },
  { name: 'E-mail drafts', paths: ['/internal/email-drafts', '/internal/email-drafts/*'] },
  { name: 'Changes of queued e-mails', paths: ['/emails/outbox', '/emails/outbox/*'] },
  { name: 'E-mail delivery statistics', paths: ['/emails/delivery-info'] },
  { name: 'Increases of the e-mail rate', paths: ['/emails/capacity-boost'] },
  { name: 'Managed e-mail domains', paths: ['/internal/emails/managed-onboarding/*'] },
  { name: 'E-mail templates by type', paths: ['/email-templates/*'] },
  { name: 'AI changes of template sources', paths: ['/internal/rewrite-template-source'] },
  {
    name: 'Session replays',
    paths: ['/session-replays/*', '/internal/session-replays', '/internal/session-replays/*'],
  },
  { name: 'Analytics queries', paths: ['/internal/analytics/*'] },
  { name: 'Test webhooks', paths: ['/internal/send-test-webhook'] },
  { name: 'Cross-domain sign-ins', paths: ['/auth/oauth/cross-domain/*'] },
  { name: 'Onboarding rules', paths: ['/internal/onboarding/*'] },
]
