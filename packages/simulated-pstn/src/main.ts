import { logUnhandledErrors } from '@parley/primitives/node'
import { type SimulatedPstnOptions, startSimulatedPstn } from './simulated-pstn.ts'

logUnhandledErrors()

// Ctrl-C signals the whole process group, but trunks must still unregister here: the parent process ends this
// one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

// The first message has the options. The process ends when the parent disconnects.
process.once('message', async (options: SimulatedPstnOptions) => {
  try {
    const pstn = await startSimulatedPstn(options)
    process.once('disconnect', () => void pstn[Symbol.asyncDispose]())
    process.send?.({ type: 'started', port: pstn.port })
  } catch (error) {
    process.send?.({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.disconnect?.()
  }
})
