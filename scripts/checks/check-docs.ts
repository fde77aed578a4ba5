import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Checks that every path in the documentation, as a link or as code, exists, and every npm script that it
 * names.
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
for (const line of problems) console.error(line)
console.log(`${documents.length} documents, ${problems.length} missing paths or scripts`)
if (problems.length > 0) process.exitCode = 1
