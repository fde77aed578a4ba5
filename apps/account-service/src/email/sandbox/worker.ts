import { parentPort, workerData } from 'node:worker_threads'
import { type Interpreter, type Outcome, startInterpreter } from './interpreter.ts'
import type { RenderRequest } from './render-request.ts'

const { libraryPath } = workerData as { readonly libraryPath: string }
let interpreter: Interpreter | null = await startInterpreter(libraryPath)

// Requests are sequential.
parentPort?.on('message', async (request: RenderRequest) => {
  parentPort?.postMessage((await render(request)) satisfies Outcome)
})
// The time limit of the first render begins here.
parentPort?.postMessage('ready')

async function render(request: RenderRequest): Promise<Outcome> {
  interpreter ??= await startInterpreter(libraryPath)
  const outcome = interpreter.render(JSON.stringify(request))
  if (outcome.kind === 'failed' && outcome.mustDiscard) interpreter = null
  return outcome
}
