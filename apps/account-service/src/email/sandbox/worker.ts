import { parentPort, workerData } from 'node:worker_threads'
import { compile } from './compile.ts'
import { type Interpreter, type Outcome, startInterpreter } from './interpreter.ts'
import type { WorkerRequest } from './render-request.ts'

const { libraryPath } = workerData as { readonly libraryPath: string }
let interpreter: Interpreter | null = null

parentPort?.on('message', async (question: WorkerRequest) => {
  parentPort?.postMessage((await render(question)) satisfies Outcome)
})

async function render({ templateSource, themeSource, ...request }: WorkerRequest): Promise<Outcome> {
  interpreter ??= await startInterpreter(libraryPath)
  let requestJson: string
  try {
    requestJson = JSON.stringify({
      ...request,
      templateCode: templateSource === null ? null : compile(templateSource),
      themeCode: themeSource === null ? null : compile(themeSource),
    })
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message, mustDiscard: false }
  }
  const outcome = interpreter.render(requestJson)
  if (outcome.kind === 'failed' && outcome.mustDiscard) interpreter = null
  return outcome
}
