import { globSync, readFileSync } from 'node:fs'

/**
 * `npm run guarantees`: prints every test docstring that begins with "Guarantee", by file. These tests must
 * not be weakened.
 */
const files = globSync('{apps,packages,e2e,sdk-tests,scripts}/**/*.test.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
}).toSorted()

for (const file of files) {
  const guarantees = [...readFileSync(file, 'utf8').matchAll(/\/\*\*\s*(Guarantee[\s\S]*?)\*\//g)].map(
    ([, text = '']) => text.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
  )
  if (guarantees.length === 0) continue
  console.log(`${file}\n${guarantees.map((promise) => `  ${promise}`).join('\n')}\n`)
}
