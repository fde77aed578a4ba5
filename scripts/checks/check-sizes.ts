import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findLongFunctions } from './function-length.ts'

/**
 * Fails when a file has more than 300 lines, a function more than 60, or a folder more than 15 source files.
 * Tests and data (catalogues, migrations, tables) are not counted.
 */
const maxFileLines = 300
const maxFunctionLines = 60
const maxFolderFiles = 15

/** Files whose length is the number of their rows, not the complexity of their code. */
const data = [
  /\/i18n\/catalogues?\//,
  /\/locales\//,
  /\/texts\//,
  /\/migrations?\//,
  /\/role-matrix\/rows?\//,
  /\/rows\//,
  /^scripts\/mutations\/list\//,
  /\/library\//,
]
const isTest = (file: string) =>
  /(\/testing\.tsx?$|\.test\.tsx?$|\.fixture\.tsx?$|\/testing\/|^e2e\/|^sdk-tests\/)/.test(file)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file) && !data.some((pattern) => pattern.test(file)))

const problems: string[] = []
const folders = new Map<string, number>()
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').length - 1
  if (lines > maxFileLines) problems.push(`${file}: ${lines} lines. A file has at most ${maxFileLines}.`)
  for (const { name, line, length } of findLongFunctions(text, file.endsWith('x'), maxFunctionLines))
    problems.push(`${file}:${line}: ${name} has ${length} lines. A function has at most ${maxFunctionLines}.`)
  folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + (basename(file) === 'index.ts' ? 0 : 1))
}
for (const [folder, count] of folders)
  if (count > maxFolderFiles)
    problems.push(
      `${folder}: ${count} files. A folder has at most ${maxFolderFiles}, without index and tests.`,
    )

for (const line of problems) console.error(line)
console.log(`${files.length} source files, ${problems.length} over their size`)
if (problems.length > 0 || files.length === 0) process.exitCode = 1
