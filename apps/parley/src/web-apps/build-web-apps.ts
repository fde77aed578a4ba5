import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { lockDirectory } from '@parley/server'
import { compressFiles } from './compress-files.ts'

/** The root of the repository. Source patterns are relative to it. */
const installation = join(import.meta.dirname, '../../../..')

/** Sources of the web application. Changes to other files need no build. */
const sources = [
  'apps/phone/**/*',
  'packages/ui/**/*',
  'packages/client/**/*',
  'packages/i18n/**/*',
  'packages/primitives/**/*',
  'packages/kit/**/*',
  'packages/kit-react/**/*',
  'packages/contract/**/*',
  'packages/call-engine/src/browser/**/*',
  'apps/parley/src/web-apps/*',
  'package-lock.json',
]
const excludedSources = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/

/** Directory of the built web application. */
export const phoneWebRoot = join(installation, 'apps/phone/dist')

const cache = join(installation, 'node_modules/.cache/parley-web-apps')
const fingerprintFile = join(cache, 'fingerprint')

/**
 * Builds the web applications if their sources have changed since the last build.
 *
 * @throws {Error} with the output of the build when it fails.
 */
export async function buildWebApps(onProgress: (sentence: string) => void): Promise<void> {
  const fingerprint = await computeFingerprint(sources)
  if (await isBuilt(fingerprint)) return

  await mkdir(cache, { recursive: true })
  await using _lock = await lockBuild()
  // Another process may have built them while this one waited for the lock.
  if (await isBuilt(fingerprint)) return
  onProgress('Building the web apps.')
  await rm(fingerprintFile, { force: true })
  await runVite()
  await compressFiles(phoneWebRoot)
  await writeFile(fingerprintFile, fingerprint)
}

async function isBuilt(fingerprint: string): Promise<boolean> {
  const [built, page] = await Promise.all(
    [fingerprintFile, join(phoneWebRoot, 'index.html')].map((path) =>
      readFile(path, 'utf8').catch(() => null),
    ),
  )
  return built === fingerprint && page !== null
}

/** Waits for the build lock, because concurrent builds would empty each other's output directory. */
async function lockBuild(): Promise<AsyncDisposable> {
  for (;;) {
    const lock = await lockDirectory(cache)
    if (lock) return lock
    await wait(100)
  }
}

async function computeFingerprint(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const pattern of patterns) {
    const paths: string[] = []
    for await (const entry of glob(pattern, { cwd: installation, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && !excludedSources.test(path.slice(installation.length))) paths.push(path)
    }
    for (const path of paths.toSorted()) {
      hash
        .update(path.slice(installation.length))
        .update('\0')
        .update(await readFile(path))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** Builds in a separate process, whose memory is released afterwards. */
async function runVite(): Promise<void> {
  const root = join(installation, 'apps/phone')
  const manifest = createRequire(join(root, 'package.json')).resolve('vite/package.json')
  const vite = join(dirname(manifest), 'bin/vite.js')
  const builder = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [builder.stdout, builder.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text
    })
  }
  const status = await new Promise((resolve) => builder.once('close', resolve))
  if (status !== 0) throw new Error(`The build of the web apps failed:\n${stripVTControlCharacters(output)}`)
}
