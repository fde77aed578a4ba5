import { serve } from './commands/serve.ts'

// Start-up error messages are written for the terminal.
serve('all').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
