import { createAccountService } from '@parley/account-service'
import { required } from '@parley/primitives'
import { openInbox, openJobs, openRateLimits, openSmtp, serveInbox } from '@parley/server'
import type { AppResources } from './app-resources.ts'
import { createHttpOptions } from './http-options.ts'

/**
 * With Node's default of 511, connections are dropped in a burst instead of being rejected with status 429.
 */
const maxPendingConnections = 4_096

/**
 * Starts the account service with its background jobs on a free port.
 *
 * @param phoneEventsUrl where the phone receives the events of its project.
 */
export async function startAccountService(
  { config, log, server, secrets, urls, onProgress }: AppResources,
  port: number,
  phoneEventsUrl: string,
  stack: AsyncDisposableStack,
) {
  onProgress('Starting the account service.')
  const isPublic = config.phone.publicUrl !== null || config.accounts.publicUrl !== null
  const inbox = config.mail.smtpUrl ? null : await openInbox(server, secrets)
  const mailer = stack.use(config.mail.smtpUrl ? openSmtp(config.mail.smtpUrl) : required(inbox, 'the inbox'))
  // After the mailer, so that jobs stop before the mailer is disposed.
  const jobs = stack.use(await openJobs(server, log, secrets))
  const accounts = await createAccountService({
    server,
    jobs,
    mailer,
    rateLimits: await openRateLimits(server, config.rateLimitFactor),
    secrets,
    log,
    options: {
      publicUrl: urls.accounts,
      phoneUrl: urls.phone,
      phoneEventsUrl,
      ...(config.mail.from === null ? {} : { mailFrom: config.mail.from }),
      outboundNetworks: config.outboundNetworks,
      internalSignUp: config.isInternalSignUpEnabled,
      phoneSignUp: config.phoneSignUp,
      initialPhoneSignUp: config.isReachable ? 'invited' : 'open',
      auditRetentionDays: config.auditRetentionDays,
      maxWebhookEventBytes: config.maxWebhookEventBytes,
      minFreeDiskBytes: config.recordings.minFreeDiskBytes,
      aiModel: config.aiModel,
      sharedProviders: config.sharedProviders,
      sharedProviderTokens: config.areSharedProviderTokensAllowed,
    },
    http: createHttpOptions(config, config.accounts.publicUrl),
  })
  const hasInbox = inbox !== null && !isPublic
  if (inbox && hasInbox) serveInbox(accounts.app, inbox)
  stack.defer(() => accounts.app.close())
  await accounts.app.listen({ host: config.host, port, backlog: maxPendingConnections })
  return { ...accounts, hasInbox }
}
