import { type CarrierOptions, startCarrier } from './carrier.ts'

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
