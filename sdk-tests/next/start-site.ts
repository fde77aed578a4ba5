import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Project } from '../fixture/create-project.ts'

/** An application on Next.js. */
export interface NextSite extends AsyncDisposable {
  readonly origin: string
}

/** The keys of a project that an application needs. */
export type ProjectKeys = Pick<Project, 'id' | 'publishableClientKey' | 'secretServerKey'>

/** Builds an application and starts it on a free port. */
export async function startSite(
  folder: string,
  apiUrl: string,
  project: ProjectKeys,
  variables: Readonly<Record<string, string>> = {},
): Promise<NextSite> {
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ...variables,
    NEXT_PUBLIC_STACK_API_URL: apiUrl,
    NEXT_PUBLIC_STACK_PROJECT_ID: project.id,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: project.publishableClientKey,
    STACK_SECRET_SERVER_KEY: project.secretServerKey,
  } as const
  const build = run(folder, ['build'], environment)
  const [status] = await once(build.process, 'close')
  if (status !== 0) throw new Error(`The build ended with exit code ${status}.\n${build.output()}`)

  const origin = `http://localhost:${await findFreePort()}`
  const server = run(folder, ['start', '--port', new URL(origin).port], environment)
  await waitUntilReachable(origin, server)
  return {
    origin,
    async [Symbol.asyncDispose]() {
      const closed = once(server.process, 'close')
      server.process.kill()
      await closed
    },
  }
}

interface Running {
  readonly process: ChildProcess
  output(): string
}

function run(folder: string, programArguments: readonly string[], environment: NodeJS.ProcessEnv): Running {
  const program = join(folder, 'node_modules/.bin/next')
  const child = spawn(program, programArguments, { cwd: folder, env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return { process: child, output: () => output }
}

async function waitUntilReachable(origin: string, server: Running): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 200) {
    if (server.process.exitCode !== null) break
    const response = await fetch(origin).catch(() => null)
    if (response) return
    await sleep(200)
  }
  throw new Error(`The application does not respond.\n${server.output()}`)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
