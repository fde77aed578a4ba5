import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const entry = fileURLToPath(new URL('./index.ts', import.meta.url))

/** Strings that every minified copy of zod contains. */
const zodMarkers = ['invalid_type', 'unrecognized_keys', '_zod']

async function bundle(file: string): Promise<{ code: string; modules: string[] }> {
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
  const chunks = [output].flat().flatMap((built) => ('output' in built ? built.output : []))
  const code = chunks.filter((chunk): chunk is Rolldown.OutputChunk => chunk.type === 'chunk')
  return {
    code: code.map((chunk) => chunk.code).join('\n'),
    modules: code.flatMap((chunk) => chunk.moduleIds),
  }
}

function findZod({ code, modules }: { code: string; modules: string[] }): string[] {
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
