import { serve } from './commands/serve.ts'

const usage = `Usage:
  npm start
  npm start -- --help

Runs Parley until it is stopped. Its settings are environment variables; see docs/operations.md.
Further commands: npm run --silent parley -- --help`

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0) return await serve('all')
  if (words.some((word) => word === '--help' || word === '-h')) return void process.stdout.write(`${usage}\n`)
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

// Start-up error messages are written for the terminal.
main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
