import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createAccountService } from '@parley/account-service'
import { createEmbeddedEngine } from '@parley/call-engine'
import { directory, forkCarrier, indexOfPersonalNumber, personalNumberAt } from '@parley/carrier'
import { type CarrierAccess, createPhoneService, trunkNetworks } from '@parley/phone-service'
import {
  clientAddressBehind,
  createLog,
  createSecrets,
  type DatabaseServer,
  isLoopback,
  type Log,
  lockDataDirectory,
  mayContact,
  openDatabase,
  openInbox,
  openJobs,
  openRateLimits,
  openSmtp,
  type Secrets,
  sendEmail,
  serveInbox,
} from '@parley/server'
import type { Config } from './config.ts'
import { claimPort, claimSipPort } from './ports.ts'
import { readOrMakeSecret } from './secret.ts'
import { phoneWebRoot } from './web-apps/build-web-apps.ts'

/** The whole product, running in this process and its children. */
export interface RunningHouse extends AsyncDisposable {
  readonly phoneUrl: string
  readonly accountsUrl: string
  /** Null once mail goes out by SMTP or the house has a public address. */
  readonly inboxUrl: string | null
  /** One-time link for the first administrator; null once it was used. */
  readonly setUpUrl: string | null
  /** Resolves when the house cannot go on, with a sentence that says why. */
  readonly failed: Promise<string>
}

/**
 * Starts everything: database, account service, carrier, call engine, phone. Disposing stops it in reverse, ending calls
 * with their records.
 *
 * @throws {Error} a sentence for the terminal, naming the setting to change; nothing is left running.
 */
export async function startHouse(
  config: Config,
  onProgress: (sentence: string) => void,
): Promise<RunningHouse> {
  const stack = new AsyncDisposableStack()
  try {
    return await start(config, stack, onProgress)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function start(
  config: Config,
  stack: AsyncDisposableStack,
  onProgress: (sentence: string) => void,
): Promise<RunningHouse> {
  const log = createLog({ level: config.logLevel })
  const dataDirectory = resolve(config.dataDirectory)
  stack.use(await lockDataDirectory(dataDirectory))
  const ports = await claimPorts(config)
  const urls = {
    phone: config.phone.publicUrl ?? `http://localhost:${ports.phone}`,
    accounts: config.accounts.publicUrl ?? `http://localhost:${ports.accounts}`,
  }
  const secrets = createSecrets(config.secret ?? (await readOrMakeSecret(dataDirectory)))

  onProgress('Starting the database.')
  const server = stack.use(
    await openDatabase(
      config.databaseUrl
        ? { kind: 'postgres', url: config.databaseUrl }
        : { kind: 'embedded', dataDirectory, onProgress },
    ),
  )

  onProgress('Starting the account service.')
  const accounts = await startAccounts({ config, log, server, secrets, urls, port: ports.accounts }, stack)

  onProgress('Starting the telephone network and the call engine.')
  const carrier = await startCarrier(config, secrets, stack)
  const engine = stack.use(
    await createEmbeddedEngine({
      ...networkOf(config),
      sipPort: ports.sip,
      mediaPort: config.mediaPort,
      // A name may lead elsewhere than it did when the trunk was checked; the carrier stands on loopback.
      mayReach: (address, trunkId) =>
        trunkId === 'carrier' || mayContact(address, trunkNetworks(config.sip.host, config.outboundNetworks)),
      log: (event, fields) => log.info(event, fields),
    }),
  )

  onProgress('Starting the phone.')
  await mkdir(join(dataDirectory, 'recordings'), { recursive: true, mode: 0o700 })
  stack.use(
    await createPhoneService({
      database: server,
      engine,
      secrets,
      log,
      accounts: {
        url: `http://${urlHost(config.host)}:${ports.accounts}`,
        publicUrl: urls.accounts,
        projectId: accounts.phoneProjectId,
        ...accounts.keys.phone,
      },
      carrier,
      dataDirectory,
      listen: { host: config.host, port: ports.phone },
      publicUrl: config.phone.publicUrl,
      webRoot: phoneWebRoot,
      trustedProxies: config.trustedProxies,
      sipHost: config.sip.host,
      outboundNetworks: config.outboundNetworks,
      ringTimeoutMs: config.ringTimeoutMs,
    }),
  )

  const running = stack.move()
  return {
    phoneUrl: urls.phone,
    accountsUrl: urls.accounts,
    inboxUrl: accounts.hasInbox ? `${urls.accounts}/inbox` : null,
    setUpUrl: accounts.setUpLink,
    failed: server.died.then(
      () => 'The database ended by itself. Start Parley again; nothing that it had confirmed is lost.',
    ),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * Where SIP and audio are received. Loopback, until trunks or browsers elsewhere have been given an address of ours to
 * reach: then on every address of this machine.
 */
function networkOf({ sip, phone }: Config) {
  const isSipLocal = isLoopback(sip.host)
  const isAudioLocal = isSipLocal && phone.publicUrl === null
  return {
    sipHost: isSipLocal ? '127.0.0.1' : '0.0.0.0',
    publicHost: isSipLocal ? null : sip.host,
    mediaHost: isAudioLocal ? '127.0.0.1' : '0.0.0.0',
  }
}

async function claimPorts(config: Config) {
  return {
    phone: await claimPort('PARLEY_PHONE_PORT', config.host, config.phone.port),
    accounts: await claimPort('PARLEY_ACCOUNTS_PORT', config.host, config.accounts.port),
    sip: await claimSipPort('PARLEY_SIP_PORT', networkOf(config).sipHost, config.sip.port),
  }
}

interface AccountsNeeds {
  readonly config: Config
  readonly log: Log
  readonly server: DatabaseServer
  readonly secrets: Secrets
  readonly urls: { readonly phone: string; readonly accounts: string }
  readonly port: number
}

async function startAccounts(
  { config, log, server, secrets, urls, port }: AccountsNeeds,
  stack: AsyncDisposableStack,
) {
  const isPublic = config.phone.publicUrl !== null || config.accounts.publicUrl !== null
  const inbox = config.mail.smtpUrl ? null : await openInbox(server, secrets)
  const mailer = stack.use(config.mail.smtpUrl ? openSmtp(config.mail.smtpUrl) : inbox!)
  // After the mailer, so that work stops before what it uses.
  const jobs = stack.use(await openJobs(server, log, secrets))
  await jobs.work(sendEmail, { mailer })
  const accounts = await createAccountService({
    server,
    jobs,
    rateLimits: await openRateLimits(server, config.rateLimitFactor),
    secrets,
    log,
    options: {
      publicUrl: urls.accounts,
      phoneUrl: urls.phone,
      mailFrom: config.mail.from,
      outboundNetworks: config.outboundNetworks,
      internalSignUp: config.isInternalSignUpEnabled,
    },
    http: { clientAddress: clientAddressBehind(config.trustedProxies) },
  })
  const hasInbox = inbox !== null && !isPublic
  if (inbox && hasInbox) serveInbox(accounts.app, inbox)
  stack.defer(() => accounts.app.close())
  await accounts.app.listen({ host: config.host, port })
  return { ...accounts, hasInbox }
}

/** The simulated network, with an account of its own for this house; the password never leaves this machine. */
async function startCarrier(
  config: Config,
  secrets: Secrets,
  stack: AsyncDisposableStack,
): Promise<CarrierAccess> {
  const account = {
    username: `parley-${randomBytes(4).toString('hex')}`,
    password: secrets.deriveKey('carrier').toString('hex'),
  }
  const { host, port } = stack.use(
    await forkCarrier({ host: '127.0.0.1', port: config.carrierPort, accounts: [account] }),
  )
  return {
    host,
    port,
    ...account,
    directory,
    personalNumberAt,
    owns: (number) =>
      directory.some((entry) => entry.number === number) || indexOfPersonalNumber(number) !== null,
  }
}

/** A listening address, as it stands in a URL. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
