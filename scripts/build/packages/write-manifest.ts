import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import type { PublishedPackage } from './published-packages.ts'

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Writes the `package.json` of the registry. It depends on what the built files import. */
export async function writeManifest(
  { folder, description, exports, peerDependencies }: PublishedPackage,
  source: string,
  target: string,
  imported: ReadonlySet<string>,
): Promise<void> {
  const { version } = await readManifest(source)
  const { license } = await readManifest('.')
  const names = [...new Set([...imported].map(toPackageName))]
    .filter((name) => !isBuiltin(name) && !(name in peerDependencies))
    .sort()
  const versions = await Promise.all(names.map(findVersion))
  const manifest = {
    name: `@parley/${folder}`,
    version,
    description,
    license,
    type: 'module',
    sideEffects: ['**/*.css'],
    engines: { node: '>=20' },
    exports,
    dependencies: Object.fromEntries(names.map((name, index) => [name, versions[index]])),
    peerDependencies,
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * Returns the version of a package that the repository uses.
 *
 * @throws {Error} if no package of the repository declares it.
 */
async function findVersion(name: string): Promise<string> {
  if (name.startsWith('@parley/')) return (await readManifest(name.replace('@parley/', 'packages/'))).version
  for (const file of globSync('packages/*/package.json')) {
    const { dependencies = {} } = await readManifest(dirname(file))
    const version = dependencies[name]
    if (version) return `^${version}`
  }
  throw new Error(`No package of the repository depends on ${name}.`)
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

/** Returns `@scope/name` or `name` of a specifier such as `name/file.js`. */
function toPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
