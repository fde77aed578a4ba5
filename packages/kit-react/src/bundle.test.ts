import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const entry = fileURLToPath(new URL('./index.ts', import.meta.url))
/** The imports of an application that has the hosted pages and no other component. */
const pagesEntry = fileURLToPath(new URL('./pages/hosted-pages.fixture.ts', import.meta.url))

/** Strings that every minified copy of zod contains. */
const zodMarkers = ['invalid_type', 'unrecognized_keys', '_zod']

// Otherwise Vite adds the position in the source to every element, as for development.
beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => vi.unstubAllEnvs())

interface Bundle {
  readonly chunks: readonly Rolldown.OutputChunk[]
  readonly code: string
  readonly modules: readonly string[]
}

async function bundle(file: string): Promise<Bundle> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: file, formats: ['es'], fileName: 'bundle' },
      rolldownOptions: { external: [/^react(-dom)?($|\/)/] },
    },
  })
  const files = [output].flat().flatMap((built) => ('output' in built ? built.output : []))
  const chunks = files.filter((chunk): chunk is Rolldown.OutputChunk => chunk.type === 'chunk')
  return {
    chunks,
    code: chunks.map((chunk) => chunk.code).join('\n'),
    modules: chunks.flatMap((chunk) => chunk.moduleIds),
  }
}

/**
 * Returns the chunks that a browser loads for the sign-in page in English: the entry and its static imports.
 */
function findSignInChunks(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const loaded = chunks.filter((chunk) => chunk.isEntry)
  for (const chunk of loaded) {
    const imported = chunks.filter((other) => chunk.imports.includes(other.fileName))
    loaded.push(...imported.filter((other) => !loaded.includes(other)))
  }
  return loaded
}

const gzipBytes = (chunks: readonly Rolldown.OutputChunk[]) =>
  gzipSync(chunks.map(({ code }) => code).join('\n')).byteLength

function findZod({ code, modules }: Bundle): string[] {
  return [
    ...modules.filter((module) => module.includes('/node_modules/zod/')),
    ...zodMarkers.filter((mark) => code.includes(mark)),
  ]
}

/** Users of the pages must not download zod. */
test('a browser bundle of the kit does not contain zod', async () => {
  const built = await bundle(entry)

  expect(built.modules.some((module) => module.includes('/packages/kit/src/'))).toBe(true)
  expect(findZod(built)).toEqual([])
})

/** Sizes without React and the client app. */
test('the sign-in page has at most 60 kB and all pages with one language 110 kB, compressed', async () => {
  const { chunks } = await bundle(pagesEntry)
  const signIn = findSignInChunks(chunks)
  const otherCatalogues = /\/locales\/(?:[\w-]+\/)?(?!en-US)[a-z]{2}-\w+\.ts$/

  expect(signIn.flatMap(({ moduleIds }) => moduleIds).filter((id) => otherCatalogues.test(id))).toEqual([])
  expect(gzipBytes(signIn)).toBeLessThan(60_000)
  expect(
    gzipBytes(chunks.filter(({ moduleIds }) => !moduleIds.some((id) => otherCatalogues.test(id)))),
  ).toBeLessThan(110_000)
})

test('zod in a bundle is detected', async () => {
  const folder = await mkdtemp(fileURLToPath(new URL('./canary-', import.meta.url)))
  try {
    const canary = join(folder, 'canary.ts')
    await writeFile(
      canary,
      `export * from '../index.ts'\nexport { accountEndpoints } from '@parley/contract/account'\n`,
    )

    expect(findZod(await bundle(canary))).toEqual(expect.arrayContaining(zodMarkers))
  } finally {
    await rm(folder, { recursive: true })
  }
})
