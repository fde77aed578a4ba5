import { randomBytes } from 'node:crypto'
import { deriveBuiltInKeys, derivePhoneEventsSecret, phoneProjectId } from '@parley/account-service'
import { createEmbeddedEngine } from '@parley/call-engine'
import {
  createPhoneService,
  createRedisBus,
  type PhoneService,
  type SimulatedPstnAccess,
  trunkNetworks,
} from '@parley/phone-service'
import { isAllowedAddress, openRateLimits } from '@parley/server'
import { directory, forkSimulatedPstn, indexOfPersonalNumber, personalNumberAt } from '@parley/simulated-pstn'
import { phoneWebRoot } from '../web-apps/build-web-apps.ts'
import type { AppResources } from './app-resources.ts'
import { getBindAddresses } from './bind-addresses.ts'
import { createEngineLog } from './create-engine-log.ts'
import { createHttpOptions } from './http-options.ts'

export interface PhonePorts {
  readonly phone: number
  readonly sip: number
}

/**
 * Starts the simulated telephone network, the call engine and the phone service on free ports.
 *
 * @param accountsUrl internal URL of the account service.
 */
export async function startPhoneService(
  { config, log, server, secrets, urls, dataDirectory, onProgress }: AppResources,
  ports: PhonePorts,
  accountsUrl: string,
  stack: AsyncDisposableStack,
): Promise<PhoneService> {
  onProgress('Starting the telephone network and the call engine.')
  const pstn = await startSimulatedPstn({ config, secrets, log }, stack)
  const engine = stack.use(
    await createEmbeddedEngine({
      ...getBindAddresses(config),
      sipPort: ports.sip,
      mediaPort: config.media.port,
      mediaPortsPerProcess: config.media.portsPerProcess,
      // A host may resolve to another address than when the trunk was checked. The simulated network uses
      // loopback.
      isAddressAllowed: (address, trunkId) =>
        trunkId === 'carrier' ||
        isAllowedAddress(address, trunkNetworks(config.sip.host, config.outboundNetworks)),
      log: stack.use(createEngineLog(log)).write,
    }),
  )

  onProgress('Starting the phone.')
  const bus = openBus({ config, secrets, log }, stack)
  return stack.use(
    await createPhoneService({
      database: server,
      engine,
      secrets,
      rateLimits: await openRateLimits(server, config.rateLimitFactor),
      log,
      ...(bus ? { bus } : {}),
      accounts: {
        url: accountsUrl,
        publicUrl: urls.accounts,
        projectId: phoneProjectId,
        ...deriveBuiltInKeys(secrets).phone,
        eventsSecret: derivePhoneEventsSecret(secrets),
      },
      simulatedPstn: pstn,
      dataDirectory,
      recordings: config.recordings,
      listen: { host: config.host, port: ports.phone },
      publicUrl: config.phone.publicUrl,
      webRoot: phoneWebRoot,
      http: createHttpOptions(config, config.phone.publicUrl),
      auditRetentionDays: config.auditRetentionDays,
      language: config.language,
      sipHost: config.sip.host,
      outboundNetworks: config.outboundNetworks,
      ringTimeoutMs: config.ringTimeoutMs,
      maxConcurrentCalls: config.maxConcurrentCalls,
      ...config.contactLimits,
      maxAnnouncementBytes: config.maxAnnouncementBytes,
      maxLiveConnectionsPerUser: config.maxLiveConnections.perUser,
      maxLiveConnectionsPerNetwork: config.maxLiveConnections.perNetwork,
    }),
  )
}

/** Returns the bus between several nodes; null for one node. */
function openBus(
  { config: { redisUrl }, secrets, log }: Pick<AppResources, 'config' | 'secrets' | 'log'>,
  stack: AsyncDisposableStack,
) {
  return redisUrl === null ? null : stack.use(createRedisBus({ url: redisUrl, secrets, log }))
}

/**
 * Starts the simulated telephone network with an account for this process. The password never leaves this
 * machine.
 */
async function startSimulatedPstn(
  { config, secrets, log }: Pick<AppResources, 'config' | 'secrets' | 'log'>,
  stack: AsyncDisposableStack,
): Promise<SimulatedPstnAccess> {
  const account = {
    username: `parley-${randomBytes(4).toString('hex')}`,
    password: secrets.deriveKey('carrier').toString('hex'),
  }
  const { host, port } = stack.use(
    await forkSimulatedPstn(
      { host: '127.0.0.1', port: config.carrierPort, accounts: [account] },
      { log: (event, fields) => log.warn(event, fields) },
    ),
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
