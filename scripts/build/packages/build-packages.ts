import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { required } from '@parley/primitives'
import { bundleCode } from './bundle-code.ts'
import { bundleStyles } from './bundle-styles.ts'
import { type PublishedPackage, publishedPackages } from './published-packages.ts'
import { writeManifest } from './write-manifest.ts'

/**
 * Builds the published packages, each into its folder `dist`, and writes their tarballs into `folder`.
 * Returns the paths of the tarballs. In the repository, packages run from their sources.
 */
export async function buildPackages(folder: string): Promise<readonly string[]> {
  await Promise.all(publishedPackages.map(buildPackage))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return publishedPackages.map((published) => {
    const source = resolve('packages', published.folder, 'dist')
    const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, source], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return join(folder, readTarballName(JSON.parse(output)))
  })
}

function readTarballName([packed]: readonly { filename: string }[]): string {
  return required(packed, 'the tarball').filename
}

async function buildPackage(published: PublishedPackage): Promise<void> {
  const source = resolve('packages', published.folder)
  const target = join(source, 'dist')
  await rm(target, { recursive: true, force: true })
  const imported = await bundleCode(published, source, target)
  await bundleStyles(published, source, target)
  await writeManifest(published, source, target, imported)
  await copyFile('LICENSE', join(target, 'LICENSE'))
  await copyFile(join(source, 'README.md'), join(target, 'README.md'))
}

/** `npm run build:packages`. */
if (import.meta.main)
  for (const tarball of await buildPackages(resolve('artefacts/packages'))) console.log(tarball)
