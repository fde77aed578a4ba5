import { type CarrierOptions, startCarrier } from './carrier.ts'

// Ctrl-C reaches the whole process group; trunks still sign off here, and whoever forked this process says when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

/** The first message says how to start; the process ends when whoever forked it goes away. */
process.once('message', async (options: CarrierOptions) => {
  try {
    const carrier = await startCarrier(options)
    process.once('disconnect', () => void carrier[Symbol.asyncDispose]())
    process.send?.({ type: 'started', port: carrier.port })
  } catch (error) {
    process.send?.({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.disconnect?.()
  }
})
