import { globSync, readFileSync } from 'node:fs'
import { findLeavingRows } from './rows.ts'

/** Fails when a row of a table leaves the file of the table, which converts it to a type in camelCase. */
const isTest = /(\.test\.ts|\/testing(\/.*)?\.ts|\.fixture\.ts)$/
const files = globSync('apps/*/src/**/*.ts').filter((file) => !isTest.test(file))

const problems = files.flatMap((file) =>
  findLeavingRows(readFileSync(file, 'utf8')).map((problem) => `${file}: ${problem}`),
)
for (const line of problems) console.error(line)
console.log(`${files.length} files, ${problems.length} rows that leave the file of their table`)
if (problems.length > 0 || files.length === 0) process.exitCode = 1
