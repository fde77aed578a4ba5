import { describeBus } from './conformance.ts'
import { createInProcessBus } from './in-process-bus.ts'

describeBus('the bus in one process', async () => {
  const bus = createInProcessBus()
  return { one: bus, other: bus, [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose]() }
})
