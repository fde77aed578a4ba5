import { execFileSync } from 'node:child_process'

/** Builds and starts the application with the settings in `.env`, which Next.js does not accept as an option of Node. */
process.loadEnvFile('.env')
for (const options of [
  ['build', 'next'],
  ['start', 'next', '--hostname', '127.0.0.1'],
])
  execFileSync('next', options, { stdio: 'inherit' })
