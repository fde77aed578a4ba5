import { resolve } from 'node:path'
import { type InputOptions, rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import type { PublishedPackage } from './published-packages.ts'

/** Packages that are not published. The packages that use them contain them. */
const internalPackages = /^@parley\/(client|contract|i18n|primitives|ui)(\/|$)/

/** Bundles the code of a package and its declarations, and returns what both import from other packages. */
export async function bundleCode(
  { entries, clientEntries }: PublishedPackage,
  source: string,
  target: string,
): Promise<ReadonlySet<string>> {
  const imported = new Set<string>()
  const input: InputOptions = {
    cwd: source,
    input: { ...entries },
    external(id, importer, isResolved) {
      // Resolved paths are files of the repository, and entries have no importer.
      if (isResolved || !importer || /^[./]/.test(id) || internalPackages.test(id)) return false
      imported.add(id)
      return true
    },
    platform: 'neutral',
    // It preserves the directives of entries, and files with directives are entries.
    checks: { moduleLevelDirective: false, pluginTimings: false },
  }
  await using code = await rolldown(input)
  await using declarations = await rolldown({
    ...input,
    plugins: [
      dts({
        emitDtsOnly: true,
        cwd: process.cwd(),
        tsconfig: resolve('tsconfig.packages.json'),
        logger: { info: () => {}, warn: () => {}, error: console.error },
      }),
    ],
  })
  await code.write({
    dir: target,
    format: 'esm',
    // Next.js replaces some of its modules by others for servers, where they are imported without an extension.
    paths: (id) => id.replace(/^(next\/\w+)\.js$/, '$1'),
    chunkFileNames: 'chunks/[name]-[hash].js',
    banner: ({ name }) => (clientEntries.includes(name) ? "'use client'" : ''),
  })
  await declarations.write({ dir: target, format: 'esm' })
  return imported
}
