import { globSync, readFileSync } from 'node:fs'

/** Prints every test docstring that begins with "Guarantee", by file: what may never be weakened. */
const files = globSync('{apps,packages,e2e,sdk-tests,scripts}/**/*.test.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
}).toSorted()

for (const file of files) {
  const promises = [...readFileSync(file, 'utf8').matchAll(/\/\*\*\s*(Guarantee[\s\S]*?)\*\//g)].map(
    ([, text = '']) => text.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
  )
  if (promises.length === 0) continue
  console.log(`${file}\n${promises.map((promise) => `  ${promise}`).join('\n')}\n`)
}
