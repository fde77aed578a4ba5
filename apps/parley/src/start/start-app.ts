import { resolve } from 'node:path'
import { accountEvents } from '@parley/contract/phone'
import type { PhoneService } from '@parley/phone-service'
import { logUnhandledErrors } from '@parley/primitives/node'
import { createLog, createSecrets, lockDataDirectory, openDatabase } from '@parley/server'
import type { Config } from '../config.ts'
import type { AppResources } from './app-resources.ts'
import { getBindAddresses } from './bind-addresses.ts'
import { requireFreePort, requireFreeSipPort } from './ports.ts'
import { type Role, requireSharedSettings } from './role.ts'
import { readOrCreateSecret } from './secret.ts'
import { startAccountService } from './start-account-service.ts'

/** The running services of a role, in this process and its child processes. */
export interface RunningApp extends AsyncDisposable {
  /** Public URL of the phone; null when another process serves it. */
  readonly phoneUrl: string | null
  /** Public URL of the account service; null when another process serves it. */
  readonly accountsUrl: string | null
  /** Null when mail is sent by SMTP or a public URL is set. */
  readonly inboxUrl: string | null
  /** One-time link for the first administrator; null once it has been used. */
  readonly setUpUrl: string | null
  /**
   * Accepts no new calls, and resolves when the last running call has ended or the signal is aborted. Null
   * when another process serves the phone.
   */
  readonly drain: PhoneService['drain'] | null
}

/**
 * Starts the services of a role: database, account service, simulated telephone network, call engine and
 * phone service. Disposing stops them in reverse order, after ending all calls and saving their records.
 *
 * @throws {Error} with a message for the terminal that names the setting to change. Everything started is
 * stopped.
 */
export async function startApp(
  role: Role,
  config: Config,
  onProgress: (sentence: string) => void,
): Promise<RunningApp> {
  requireSharedSettings(role, config)
  const stack = new AsyncDisposableStack()
  try {
    return await startServices(role, config, stack, onProgress)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function startServices(
  role: Role,
  config: Config,
  stack: AsyncDisposableStack,
  onProgress: (sentence: string) => void,
): Promise<RunningApp> {
  const log = createLog({ level: config.logLevel })
  logUnhandledErrors(log.error)
  const dataDirectory = resolve(config.dataDirectory)
  // The role accounts stores nothing in the data directory.
  if (role !== 'accounts') stack.use(await lockDataDirectory(dataDirectory))
  const ports = await requireFreePorts(role, config)
  const urls = {
    phone: config.phone.publicUrl ?? `http://localhost:${ports.phone}`,
    accounts: config.accounts.publicUrl ?? `http://localhost:${ports.accounts}`,
  }
  const secrets = createSecrets(config.secret ?? (await readOrCreateSecret(dataDirectory)))

  onProgress('Starting the database.')
  const server = stack.use(
    await openDatabase(
      config.databaseUrl
        ? { kind: 'postgres', url: config.databaseUrl, directUrl: config.databaseDirectUrl }
        : { kind: 'embedded', dataDirectory, onProgress },
    ),
  )
  const resources: AppResources = { config, log, server, secrets, urls, dataDirectory, onProgress }

  const phoneOrigin = role === 'all' ? `http://${toUrlHost(config.host)}:${ports.phone}` : urls.phone
  const phoneEventsUrl = withNumericLoopback(phoneOrigin) + accountEvents.accountEventsPath
  const accounts =
    role === 'phone' ? null : await startAccountService(resources, ports.accounts, phoneEventsUrl, stack)
  let phone: PhoneService | null = null
  if (role !== 'accounts') {
    // Loaded only when needed, because telephony is most of the code.
    const { startPhoneService: startPhone } = await import('./start-phone-service.ts')
    const internalAccountsUrl = `http://${toUrlHost(config.host)}:${ports.accounts}`
    // Requests to one service occupy no connections of the other.
    const own = accounts ? { ...resources, server: stack.use(server.openOther()) } : resources
    phone = await startPhone(own, ports, accounts ? internalAccountsUrl : urls.accounts, stack)
  }

  const running = stack.move()
  return {
    phoneUrl: role === 'accounts' ? null : urls.phone,
    accountsUrl: accounts ? urls.accounts : null,
    inboxUrl: accounts?.hasInbox ? `${urls.accounts}/inbox` : null,
    setUpUrl: accounts?.setUpLink ?? null,
    drain: phone?.drain ?? null,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Checks the ports on which the role listens. Ports of other processes are returned as configured. */
async function requireFreePorts(role: Role, config: Config) {
  const { host, phone, accounts, sip } = config
  const isPhone = role !== 'accounts'
  return {
    phone: isPhone ? await requireFreePort('PARLEY_PHONE_PORT', host, phone.port) : phone.port,
    accounts:
      role === 'phone' ? accounts.port : await requireFreePort('PARLEY_ACCOUNTS_PORT', host, accounts.port),
    sip: isPhone
      ? await requireFreeSipPort('PARLEY_SIP_PORT', getBindAddresses(config).sipHost, sip.port)
      : sip.port,
  }
}

/** Returns a URL with `localhost`, which no name server knows, as an IP address. */
function withNumericLoopback(url: string): string {
  return url.replace(/^(https?:\/\/)localhost(?=[:/]|$)/, '$1127.0.0.1')
}

/** Returns the host part of a URL for a bind address. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
