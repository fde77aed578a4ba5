import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/**
 * Checks that every path in the documentation, as a link or as code, exists, and every npm script that it
 * names, and that `docs/architecture.md` names every module of the phone service.
 */
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'])
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts)
const checkedFolders = /^(apps|packages|e2e|bench|docs|scripts)\//

const problems = documents.flatMap((document) => {
  const text = readFileSync(document, 'utf8')
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)
  const paths = [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => checkedFolders.test(path))
  const commands = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script = '']) => script)
  return [
    ...links
      .filter((path) => !/^[a-z]+:/.test(path) && !existsSync(normalize(join(dirname(document), path))))
      .map((path) => `${document}: ${path} does not exist`),
    ...paths.filter((path) => !existsSync(path)).map((path) => `${document}: ${path} does not exist`),
    ...commands
      .filter((script) => !scripts.includes(script))
      .map((script) => `${document}: there is no npm script ${script}`),
  ]
})
const modules = globSync('apps/phone-service/src/*/').map((path) => basename(path))
const architecture = readFileSync('docs/architecture.md', 'utf8')
const unnamedModules = modules.filter((name) => !architecture.includes(`\`${name}\``))
problems.push(
  ...unnamedModules.map((name) => `docs/architecture.md: the module ${name} of the phone service is missing`),
)
for (const line of problems) console.error(line)
console.log(`${documents.length} documents, ${problems.length} missing paths, scripts or modules`)
if (problems.length > 0) process.exitCode = 1
