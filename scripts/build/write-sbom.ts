import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * `npm run sbom [FILE]`: writes the software bill of materials of the product in CycloneDX, from the lock
 * file alone and without the packages that only tests need. FILE defaults to artefacts/sbom.cdx.json.
 */
const file = process.argv[2] ?? 'artefacts/sbom.cdx.json'
const words = ['sbom', '--omit', 'dev', '--package-lock-only', '--sbom-format', 'cyclonedx']
const { status, stdout, stderr } = spawnSync('npm', [...words, '--sbom-type', 'application'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (status !== 0) throw new Error(`npm could not write the bill of materials:\n${stderr}`)
const { components } = JSON.parse(stdout) as { readonly components: readonly unknown[] }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, stdout)
console.log(`${components.length} packages are listed in ${file}`)
