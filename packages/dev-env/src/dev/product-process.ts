import { parseConfig } from '../../../../apps/parley/src/config.ts'
import { startApp } from '../../../../apps/parley/src/start/start-app.ts'

/** The product as a child process of `npm run dev`. Sends its URLs to the parent process when it is ready. */

// Ctrl-C and a closed terminal signal every process of the terminal. The parent decides when this one stops.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(1))

const app = await startApp('all', parseConfig(process.env), () => {})
process.on('SIGTERM', async () => {
  await app[Symbol.asyncDispose]()
  process.exit(0)
})
const { phoneUrl, accountsUrl, inboxUrl, setUpUrl } = app
process.send?.({ phoneUrl, accountsUrl, inboxUrl, setUpUrl })
