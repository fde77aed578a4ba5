import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { compareWithExceptions, findViolations, readExceptions, readRules } from './language.ts'

/** Fails when a tracked file uses a name or a phrase that docs/glossary.md refuses. */
const glossaryPath = 'docs/glossary.md'
const exceptionsPath = 'scripts/checks/language-exceptions.json'

/** Other languages than English, files that are generated, and the glossary, which names what it refuses. */
const unread =
  /(^|\/)package-lock\.json$|^docs\/glossary\.md$|^scripts\/checks\/(language.*|canaries\.ts)$|\/(de-DE|es-ES|es-419|fr-CA)(\.[a-z]+)?\.ts$/i

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|md|html|css|sh|json)$/.test(file) && !unread.test(file))
const rules = readRules(readFileSync(glossaryPath, 'utf8'))
const findings = files.flatMap((file) => findViolations(file, readFileSync(file, 'utf8'), rules))
const problems = compareWithExceptions(findings, readExceptions(exceptionsPath))

for (const line of problems) console.error(line)
console.log(
  `${files.length} files, ${rules.length} refused patterns, ${problems.length} problems of language`,
)
if (problems.length > 0 || files.length === 0) process.exitCode = 1
