import { readSettings } from './settings.ts'

// `npm run example` runs this before it installs packages.
try {
  readSettings()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
