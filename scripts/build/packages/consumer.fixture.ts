import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A new application outside of the repository. */
export interface Consumer extends Disposable {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
  /** Installs tarballs and packages of the registry. */
  install(packages: readonly string[]): void
  /** Runs a program, and returns its exit code and its output. */
  run(
    program: string,
    programArguments: readonly string[],
  ): { readonly code: number | null; readonly output: string }
}

export function createConsumer(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'parley-consumer-'))
  // As in a new shell: npm gives the programs that it runs variables that name the repository.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/i.test(name)),
  )

  const write: Consumer['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  write({ 'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module' }) })

  return {
    folder,
    write,
    install(packages) {
      // By default, npm waits five minutes for a response of the registry.
      const timeouts = ['--fetch-timeout=30000', '--fetch-retries=3']
      const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...timeouts]
      execFileSync('npm', ['install', ...flags, ...packages], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    },
    run(program, programArguments) {
      const { status, stdout, stderr } = spawnSync(program, programArguments, {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      return { code: status, output: stdout + stderr }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Returns the files that a README shows, by their paths: each is a code block whose first line names the
 * file.
 */
export function readShownFiles(readme: string): Record<string, string> {
  const blocks = readFileSync(readme, 'utf8').matchAll(/^```\w+\n(?:\/\/|#) (\S+\.?\w+)\n([\s\S]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, path = '', code = '']) => [path, code]))
}
