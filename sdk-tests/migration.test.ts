import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { startAccountService, uniqueEmail } from '../apps/account-service/src/testing.ts'
import { createProject } from './fixture/create-project.ts'
import type * as program from './migration/program.ts'
import { createProgram } from './surface/create-program.ts'

const publicPackage = '@stackframe/react'
const packages = [publicPackage, '@stackframe/react-2.8.108', '@parley/kit-react']
/** Returns the errors of a file of the application, after its imports have been replaced. */
function compile(file: string, name: string): string[] {
  const text = readFileSync(file, 'utf8').replace(`'${publicPackage}'`, `'${name}'`)
  const built = createProgram(file, text)
  return ts
    .getPreEmitDiagnostics(built, built.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const compiled: (readonly [file: string, name: string])[] = [
  ['pages.tsx', publicPackage],
  ['pages.tsx', '@parley/kit-react'],
  ...packages.map((name) => ['program.ts', name] as const),
]

test.each(compiled)('%s of an application compiles against %s when only its imports change', (file, name) => {
  expect(compile(new URL(`migration/${file}`, import.meta.url).pathname, name)).toEqual([])
})

/** Loads the program of the application with the packages that it imports. */
async function loadProgram(name: string): Promise<typeof program> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-migration-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.mjs')
  await using bundler = await rolldown({
    input: new URL('migration/program.ts', import.meta.url).pathname,
    platform: 'node',
    logLevel: 'silent',
    resolve: { alias: { [publicPackage]: name } },
  })
  await bundler.write({ file, format: 'esm', codeSplitting: false })
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as typeof program
}

test.each(packages)('the program of the application gets the same results from %s', async (name) => {
  await using service = await startAccountService({
    options: { internalSignUp: true, publicUrl: 'http://localhost' },
  })
  const { id, ...keys } = await createProject(service, {
    allow_localhost: true,
    client_team_creation_enabled: true,
    allow_user_api_keys: true,
  })
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
  const { run } = await loadProgram(name)
  const email = uniqueEmail('ada')

  const seen = await run({
    baseUrl: service.origin,
    projectId: id,
    ...{ publishableClientKey, secretServerKey, superSecretAdminKey, email },
  })

  expect(seen).toEqual({
    wrong: 'EMAIL_PASSWORD_MISMATCH',
    name: 'Ada',
    fontSize: 15,
    selected: 'Engines',
    isCreator: true,
    permissions: ['team_admin'],
    channels: [{ value: email, isPrimary: true }],
    key: { ends: undefined, isValid: true, isText: true },
    sessions: 1,
    header: ['x-stack-auth'],
    isSignedUpToday: true,
    backEnd: { email, metadata: 'large', listed: [email], next: null, missing: null },
    definitions: ['Notes', 'true', 'export'],
    after: null,
  })
})
