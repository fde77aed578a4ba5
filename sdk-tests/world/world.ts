import type { StackAdminApp, StackServerApp } from '@stackframe/react'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject } from 'vitest'
import { startAccountService, type TestService } from '../../apps/account-service/src/testing.ts'
import type { BundledClient } from './bundle-clients.ts'
import type { Place } from './clients.ts'
import type { Device } from './device.ts'
import { makeProject, type Project } from './make-project.ts'
import { type AppSettings, loadClient, openBrowser, openProgram } from './open-device.ts'
import { openPages, type Pages } from './pages.ts'
import { type Exchange, openWire, type Wire } from './wire.ts'

/** The running service, the recording proxy in front of it, and devices and back ends that use one client. */
export interface World {
  readonly client: BundledClient
  readonly service: TestService
  readonly wire: Wire
  readonly project: Project
  readonly settings: AppSettings
  readonly origin: string
  /** Opens a device with an app of the project, or with other settings. */
  openDevice(settings?: AppSettings): Promise<Device>
  /** The server app of the project. */
  readonly backEnd: StackServerApp<boolean, string>
  /** The admin app of the project. */
  readonly admin: StackAdminApp<boolean, string>
}

interface Where {
  readonly client: BundledClient
  readonly place: Place
}

type ServiceChanges = Parameters<typeof startAccountService>[0]

interface Arrangement {
  /** Project configuration in addition to {@link allFeatures}. */
  readonly config?: object
  readonly service?: (publicUrl: string) => ServiceChanges
}

const everythingOn = {
  allow_localhost: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: true,
  allow_user_api_keys: true,
  allow_team_api_keys: true,
}

const clients = inject('clients')

/** Runs tests with every client in all its places, or in those that meet the requirements. */
export function withEveryClient(
  tests: (world: () => World) => void,
  {
    places = ['browser', 'server'],
    needsPages = false,
    ...arrangement
  }: Arrangement & {
    readonly places?: readonly Place[]
    /** Only with clients that include pages. */
    readonly needsPages?: boolean
  } = {},
): void {
  for (const client of clients.filter(({ hasPages }) => hasPages || !needsPages))
    for (const place of client.places.filter((each) => places.includes(each)))
      describe(`${client.name} in a ${place}`, () => tests(worldOfThisGroup({ client, place }, arrangement)))
}

function worldOfThisGroup(where: Where, arrangement: Arrangement): () => World {
  const open = new AsyncDisposableStack()
  let world: World | undefined
  beforeAll(async () => {
    world = await startWorld(open, where, arrangement)
  })
  afterAll(async () => {
    await open.disposeAsync()
    // 14.20: no request of any test may return a 5xx status.
    expect(world?.wire.exchanges.filter(({ status }) => status >= 500)).toEqual([])
  })
  beforeEach(({ onTestFailed }) => {
    const { wire } = world!
    const before = wire.exchanges.length
    onTestFailed(() => console.error(wire.exchanges.slice(before).map(asLine).join('\n')))
  })
  return () => {
    if (!world) throw new Error('The fixture has not been started.')
    return world
  }
}

async function startWorld(
  open: AsyncDisposableStack,
  where: Where,
  arrangement: Arrangement,
): Promise<World> {
  const wire = open.use(await openWire())
  const changes = arrangement.service?.(wire.origin)
  const service = open.use(
    await startAccountService({
      ...changes,
      options: { publicUrl: wire.origin, internalSignUp: true, ...changes?.options },
    }),
  )
  wire.leadTo(service.origin)
  const project = await makeProject(service, { ...everythingOn, ...arrangement.config })
  const { id: projectId, publishableClientKey } = project
  const settings = { baseUrl: wire.origin, projectId, publishableClientKey }
  const pages = open.use(await openPages(where.client.files.browser))
  const browser = where.place === 'browser' ? await launchBrowser(open) : null

  return {
    client: where.client,
    service,
    wire,
    project,
    settings,
    origin: pages.origin,
    openDevice: (others = settings) => openDevice(where, browser, others, pages),
    ...(await backEndsOf(where.client, project, settings)),
  }
}

async function openDevice(
  { client }: Where,
  browser: Browser | null,
  settings: AppSettings,
  { origin }: Pages,
): Promise<Device> {
  return browser ? await openBrowser(browser, settings, origin) : await openProgram(client, settings, origin)
}

/** App settings of the project `internal`, whose users own projects. */
export const ownersApp = ({ settings, service }: World) => ({
  ...settings,
  projectId: 'internal',
  publishableClientKey: service.keys.internal.publishableClientKey,
})

async function launchBrowser(open: AsyncDisposableStack): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  open.defer(() => browser.close())
  return browser
}

async function backEndsOf(client: BundledClient, project: Project, settings: AppSettings) {
  const { StackAdminApp } = await loadClient(client)
  const { secretServerKey, superSecretAdminKey } = project
  const keys = { ...settings, tokenStore: null, secretServerKey, superSecretAdminKey }
  return {
    backEnd: await openBackEnd({ client, project, settings }),
    admin: new StackAdminApp(keys) as World['admin'],
  }
}

export interface BackEndChanges {
  readonly extraRequestHeaders?: Record<string, string>
  readonly secretServerKey?: string
  readonly projectId?: string
}

/** Opens a server app of the project with other options. */
export async function openBackEnd(
  { client, project, settings }: Pick<World, 'client' | 'project' | 'settings'>,
  changes: BackEndChanges = {},
): Promise<World['backEnd']> {
  const { StackServerApp } = await loadClient(client)
  const { secretServerKey } = project
  return new StackServerApp({
    ...settings,
    tokenStore: null,
    secretServerKey,
    ...changes,
  }) as World['backEnd']
}

const asLine = ({ method, path, accessType, sent, status, answered }: Exchange) =>
  `${accessType} ${method} ${path} ${sent.slice(0, 300)}\n  ${status} ${answered.slice(0, 500)}`
