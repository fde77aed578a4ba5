import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveBuiltInKeys, phoneProjectId } from '@parley/account-service'
import { createSecrets, lockDataDirectory, openDatabase } from '@parley/server'
import { createServer as createViteServer } from 'vite'
import { requireFreePort } from '../../../../apps/parley/src/start/ports.ts'
import { readSecret } from '../../../../apps/parley/src/start/secret.ts'
import { buildWebApps, phoneWebRoot } from '../../../../apps/parley/src/web-apps/build-web-apps.ts'
import { RestartingProcess } from './restarting-process.ts'
import { seed } from './seed/seed.ts'
import { startWaitingProxy } from './waiting-proxy.ts'
import { listServerFolders, watchFolders } from './watch-sources.ts'

export interface DevOptions {
  readonly dataDirectory: string
  readonly phonePort: number
  readonly accountsPort: number
  /** Additional settings (`PARLEY_…`). */
  readonly settings?: Readonly<Record<string, string>>
  readonly print: (sentence: string) => void
}

export interface Dev extends AsyncDisposable {
  readonly phoneUrl: string
  readonly accountsUrl: string
  readonly inboxUrl: string | null
  /** One-time link for the first administrator; null once it has been used. */
  readonly setUpUrl: string | null
}

type ProductUrls = Pick<Dev, 'inboxUrl' | 'setUpUrl'>

const repository = join(import.meta.dirname, '../../../..')

/**
 * The product has the ports of its URLs on this IP. The same ports on 127.0.0.1 are Vite's and the proxy's.
 */
const productHost = '127.0.0.2'

/**
 * Starts the product for development: saved code of the server and of the browser is live without a command.
 */
export async function startDev(options: DevOptions): Promise<Dev> {
  const { phonePort, accountsPort, print } = options
  await using stack = new AsyncDisposableStack()
  await requireFreeDevPorts(options)
  const files = await prepareFiles(options)
  stack.use(await lockDataDirectory(files.database))

  print('Starting the database.')
  const database = stack.use(
    await openDatabase({ kind: 'embedded', dataDirectory: files.database, onProgress: print }),
  )
  const { host, user, password, database: name } = database.connection
  const product = stack.use(
    new RestartingProcess({
      program: join(import.meta.dirname, 'product-process.ts'),
      environment: {
        ...process.env,
        NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/parley-dev'),
        ...options.settings,
        DATABASE_URL: `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host ?? '')}`,
        PARLEY_DATA: files.product,
        PARLEY_HOST: productHost,
        // Development listens on this machine only, regardless of the environment.
        PARLEY_SIP_HOST: '127.0.0.1',
        PARLEY_PUBLIC_PHONE_URL: undefined,
        PARLEY_PUBLIC_ACCOUNTS_URL: undefined,
        PARLEY_PHONE_PORT: String(phonePort),
        PARLEY_ACCOUNTS_PORT: String(accountsPort),
      },
      print,
    }),
  )
  print('Starting the product.')
  const urls = (await product.start()) as ProductUrls
  if (files.isNew) {
    print('Creating users, contacts and calls.')
    await seed({
      phoneUrl: `http://${productHost}:${phonePort}`,
      accountsUrl: `http://${productHost}:${accountsPort}`,
      keys: {
        projectId: phoneProjectId,
        ...deriveBuiltInKeys(createSecrets(await readSecret(files.product))).phone,
      },
      database,
      dataDirectory: files.product,
    })
    await writeFile(files.seeded, '')
  }
  await serveOnLoopback(options, product, stack)

  const running = stack.move()
  return {
    phoneUrl: `http://localhost:${phonePort}`,
    accountsUrl: `http://localhost:${accountsPort}`,
    ...urls,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * @throws {Error} When a port is in use. Checked first: the preparation takes a minute, and other errors
 * follow from it.
 */
async function requireFreeDevPorts({ phonePort, accountsPort }: DevOptions): Promise<void> {
  for (const host of ['127.0.0.1', productHost])
    for (const port of [phonePort, accountsPort])
      await requireFreePort('', host, port).catch(() => {
        const setting = port === phonePort ? 'PARLEY_PHONE_PORT' : 'PARLEY_ACCOUNTS_PORT'
        throw new Error(
          `Port ${port} of ${host} is not free. Another "npm run dev" or "npm start" may use it: stop it, or set ${setting} to another port.`,
        )
      })
}

/** Chooses the files below the data directory. Data whose creation was interrupted is deleted. */
async function prepareFiles({ dataDirectory, print }: DevOptions) {
  const seeded = join(dataDirectory, 'seeded')
  const isNew = !(await exists(seeded))
  const files = {
    database: join(dataDirectory, 'database'),
    product: join(dataDirectory, 'product'),
    seeded,
    isNew,
  }
  if (isNew)
    for (const path of [files.database, files.product]) await rm(path, { recursive: true, force: true })
  await mkdir(files.product, { recursive: true, mode: 0o700 })
  // The product does not start without the page, although Vite serves another one.
  if (!(await exists(join(phoneWebRoot, 'index.html')))) await buildWebApps(print)
  return files
}

/** Serves both origins on 127.0.0.1 and restarts the product when its code changes. */
async function serveOnLoopback(
  { phonePort, accountsPort }: DevOptions,
  product: RestartingProcess,
  stack: AsyncDisposableStack,
): Promise<void> {
  const ready = () => product.ready()
  const accounts = { host: productHost, port: accountsPort }
  stack.use(await startWaitingProxy({ port: accountsPort, target: accounts, ready }))
  const phone = stack.use(
    await startWaitingProxy({ port: 0, target: { host: productHost, port: phonePort }, ready }),
  )
  const target = `http://127.0.0.1:${phone.port}`
  const root = join(repository, 'apps/phone')
  // In production, where npm leaves out devDependencies, Vite would reload pages instead of replacing
  // modules.
  process.env.NODE_ENV = 'development'
  const listeners = new Set(process.listeners('SIGTERM'))
  const vite = await createViteServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    // Its warning about a port that is in use means the product's, on another IP.
    logLevel: 'error',
    server: {
      host: '127.0.0.1',
      port: phonePort,
      strictPort: true,
      // The rest of the repository contains the data of the installation, the secret among them.
      fs: { allow: ['apps/phone', 'packages', 'node_modules'].map((path) => join(repository, path)) },
      proxy: { '/api': { target, ws: true }, '/health': { target } },
    },
  })
  stack.defer(() => vite.close())
  await vite.listen()
  // Vite's own listener ends this process before the product and the database have stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.has(listener)) process.off('SIGTERM', listener)
  const folders = listServerFolders(repository)
  stack.use(watchFolders(vite.watcher, folders, (path) => void product.restart(path)))
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
