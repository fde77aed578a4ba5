import { serve } from './serve.ts'

// What is thrown on the way up is a sentence for whoever typed the command.
serve('all').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
