import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Baseline extends AsyncDisposable {
  readonly folder: string
}

/**
 * Creates a copy of the packages of another commit with the dependencies that are installed here, so that
 * both commits are measured on the same versions of them.
 */
export async function createBaseline(commit: string): Promise<Baseline> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-baseline-'))
  const repository = new URL('../../', import.meta.url).pathname
  const archive = execFileSync('git', ['archive', commit, 'package.json', 'packages'], {
    cwd: repository,
    maxBuffer: 256 * 2 ** 20,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const installed = join(repository, 'node_modules')
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@parley'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@parley') symlinkSync(join(installed, name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@parley', name))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
