import { readdirSync } from 'node:fs'

/**
 * `npm run bench NAME`: runs one benchmark. Each prints its results and ratios to its baseline in the same
 * run.
 */
const [name] = process.argv.slice(2)
const directory = new URL('.', import.meta.url)
const known = readdirSync(directory)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length))

if (name && known.includes(name)) {
  await import(new URL(`${name}.ts`, directory).href).catch((error: unknown) => {
    printError(error)
    // Resources that could not be closed may keep the process alive.
    process.exit(1)
  })
} else {
  console.error(`Unknown benchmark: ${name ?? 'no name given'}. Available benchmarks: ${known.join(', ')}.`)
  process.exitCode = 1
}

/** Prints the error of a benchmark, and the errors of closing what it had opened. */
function printError(error: unknown): void {
  if (error instanceof SuppressedError) {
    printError(error.suppressed)
    console.error('Then closing failed:')
    printError(error.error)
  } else console.error(error)
}
