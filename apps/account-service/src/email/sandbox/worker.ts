import { parentPort, workerData } from 'node:worker_threads'
import { startInterpreter } from './interpreter.ts'
import { validateOutcome } from './render-outcome.ts'
import type { RenderRequest } from './render-request.ts'

const { libraryPath } = workerData as { readonly libraryPath: string }
const interpreter = await startInterpreter(libraryPath)

// Requests are sequential.
parentPort?.on('message', (request: RenderRequest) => {
  parentPort?.postMessage(validateOutcome(interpreter.render(JSON.stringify(request))))
})
// The time limit of the first render begins here.
parentPort?.postMessage('ready')
