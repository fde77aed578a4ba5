import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackages } from './build-packages.ts'
import { type Consumer, createConsumer, readShownFiles } from './consumer.fixture.ts'
import { publishedPackages } from './published-packages.ts'

const tsc = resolve('node_modules/.bin/tsc')
let consumer: Consumer

beforeAll(async () => {
  consumer = createConsumer()
  const tarballs = await buildPackages(join(consumer.folder, 'tarballs'))
  const types = ['@types/node@24.19.2', '@types/react@19.3.0', '@types/react-dom@19.3.0']
  // With Next.js, which npm would install too, the nightly tests try the package for it.
  const installed = tarballs.filter((path) => !path.includes('kit-next'))
  consumer.install([...installed, 'react@19.3.1', 'react-dom@19.3.1', ...types])
})
afterAll(() => consumer[Symbol.dispose]())

function readBuilt(folder: string, file: string): string {
  return readFileSync(join('packages', folder, 'dist', file), 'utf8')
}

/** Compiles files with their declarations and those of all packages that they import. */
function compile(
  name: string,
  moduleResolution: 'bundler' | 'nodenext',
  files: Readonly<Record<string, string>>,
) {
  const project = join(name, 'tsconfig.json')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution,
    types: ['node'],
  }
  const all = { ...files, 'tsconfig.json': JSON.stringify({ compilerOptions }) }
  consumer.write(Object.fromEntries(Object.entries(all).map(([path, text]) => [join(name, path), text])))
  return consumer.run(tsc, ['-p', project])
}

/** The declarations of Vite's template. */
const viteTypes = {
  'src/vite-env.d.ts': `interface ImportMeta { readonly env: Readonly<Record<string, string>> }
declare module '*.css'`,
}

test.each(['kit', 'kit-react'])('the files in the README of %s compile with the packages alone', (folder) => {
  const files = readShownFiles(`packages/${folder}/README.md`)

  expect(Object.keys(files).length).toBeGreaterThan(1)
  expect(compile(`${folder}-readme`, 'bundler', { ...files, ...viteTypes })).toEqual({ code: 0, output: '' })
})

test('programs for Node compile with the declarations, in which unknown names are errors', () => {
  const program = `import { ApiError, StackServerApp } from '@parley/kit'
import { createAccessTokenVerifier } from '@parley/kit/server'
import { StackHandler, useUser } from '@parley/kit-react'
export const app = new StackServerApp({ tokenStore: null })
export const name: Promise<string | null | undefined> = app.getUser('id').then((user) => user?.displayName)
// @ts-expect-error A declaration that resolves to any would accept it.
export const nickname = app.getUser('id').then((user) => user?.nickname)
export const all = [ApiError, createAccessTokenVerifier, StackHandler, useUser]
`

  expect(compile('node', 'nodenext', { 'index.ts': program })).toEqual({ code: 0, output: '' })
})

test('Node imports the packages', () => {
  consumer.write({
    'import.js': `import { StackClientApp } from '@parley/kit'
import { createSessionEndpoint } from '@parley/kit/server'
import { StackProvider } from '@parley/kit-react'
console.log(typeof StackClientApp, typeof createSessionEndpoint, typeof StackProvider)`,
  })

  expect(consumer.run(process.execPath, ['import.js'])).toEqual({
    code: 0,
    output: 'function function function\n',
  })
})

test.each(publishedPackages.map(({ folder }) => folder))(
  '%s contains its license and its README',
  (folder) => {
    const { license } = JSON.parse(readFileSync('package.json', 'utf8'))

    expect(JSON.parse(readBuilt(folder, 'package.json')).license).toBe(license)
    expect(readBuilt(folder, 'LICENSE')).toContain(`"${license}"`)
    expect(readBuilt(folder, 'README.md')).toContain('## Five-minute start')
  },
)

test('the style sheet needs no Tailwind and contains the classes of the pages', () => {
  const styles = readBuilt('kit-react', 'styles.css')

  expect(styles).not.toMatch(/@(import|source|theme|apply|tailwind)\b/)
  expect(styles).toContain('--accent-strong')
  expect(styles).toContain('.animate-after-a-moment')
})
