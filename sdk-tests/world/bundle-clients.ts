import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import type { Client, Place } from './clients.ts'

/** A client with its bundles, as a bundler of its users would create them. */
export interface BundledClient extends Client {
  readonly files: Readonly<Record<Place, string>>
}

declare module 'vitest' {
  interface ProvidedContext {
    clients: readonly BundledClient[]
  }
}

/**
 * Bundles the clients for browser and server, once per run. Server code is bundled too, because `@stackframe/react` imports
 * files by specifiers that only bundlers resolve.
 */
export async function bundleClients(project: TestProject, clients: readonly Client[]) {
  const directory = await mkdtemp(join(tmpdir(), 'parley-clients-'))
  project.provide('clients', await Promise.all(clients.map((client) => bundle(client, directory))))
  return async () => await rm(directory, { recursive: true, force: true })
}

async function bundle(client: Client, directory: string): Promise<BundledClient> {
  const fileOf = (place: Place) => join(directory, `${client.name.replaceAll(' ', '-')}-${place}.mjs`)
  await write(fileOf('browser'), 'browser', [
    `import * as client from '${client.package}'`,
    `import { putOnPage } from '${new URL('page.ts', import.meta.url).pathname}'`,
    `import * as react from 'react'`,
    `import { createRoot } from 'react-dom/client'`,
    `putOnPage(client, react, createRoot)`,
  ])
  await write(fileOf('server'), 'node', [`export * from '${client.package}'`])
  return { ...client, files: { browser: fileOf('browser'), server: fileOf('server') } }
}

async function write(file: string, platform: 'browser' | 'node', entry: readonly string[]): Promise<void> {
  const name = new URL('entry.js', import.meta.url).pathname
  await using bundler = await rolldown({
    input: name,
    platform,
    logLevel: 'silent',
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        ...(platform === 'browser' ? { 'process.env': '({})' } : {}),
      },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === name ? id : null),
        load: (id) => (id === name ? entry.join('\n') : null),
      },
    ],
  })
  await bundler.write({ file, format: 'esm', codeSplitting: false })
}
