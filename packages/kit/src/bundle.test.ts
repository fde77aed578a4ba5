import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const entry = fileURLToPath(new URL('./app/stack-client-app.ts', import.meta.url))

/** The limit of the client app without React, in bytes. */
const maxGzipBytes = 20 * 1024

async function bundleClientApp(): Promise<Rolldown.OutputChunk[]> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  return [output]
    .flat()
    .flatMap((built) => ('output' in built ? built.output : []))
    .filter((chunk) => chunk.type === 'chunk')
}

/** Returns the chunks that are loaded with the entry. */
function findInitialChunks(chunks: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const chunk of initial)
    for (const found of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) initial.add(found)
  return initial
}

test('the client app stays small, and loads what few pages need when it is used', async () => {
  const initial = [...findInitialChunks(await bundleClientApp())]
  const modules = initial.flatMap(({ moduleIds }) => moduleIds).join('\n')

  expect(modules).toContain('/packages/kit/src/app/user/current-user.ts')
  for (const later of ['@simplewebauthn', 'oauth.ts', 'cli-login.ts', '/server/', '/admin/', '/zod/'])
    expect(modules).not.toContain(later)
  const sizes = initial.map(({ code }) => gzipSync(code).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxGzipBytes)
})
