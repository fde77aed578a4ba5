import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Every path that a paper names, as a link or as code, leads somewhere; every npm script that it names exists. */
const papers = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'])
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts)
const rooms = /^(apps|packages|e2e|bench|docs|scripts)\//

const dead = papers.flatMap((paper) => {
  const text = readFileSync(paper, 'utf8')
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)
  const named = [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => rooms.test(path))
  const run = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script = '']) => script)
  return [
    ...links
      .filter((path) => !/^[a-z]+:/.test(path) && !existsSync(normalize(join(dirname(paper), path))))
      .map((path) => `${paper}: ${path} is not there`),
    ...named.filter((path) => !existsSync(path)).map((path) => `${paper}: ${path} is not there`),
    ...run
      .filter((script) => !scripts.includes(script))
      .map((script) => `${paper}: there is no script ${script}`),
  ]
})
for (const line of dead) console.error(line)
console.log(`${papers.length} papers, ${dead.length} dead paths`)
if (dead.length > 0) process.exitCode = 1
