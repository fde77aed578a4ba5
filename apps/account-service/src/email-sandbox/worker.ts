import { parentPort, workerData } from 'node:worker_threads'
import { compile } from './compile.ts'
import { type Interpreter, type Outcome, startInterpreter } from './interpreter.ts'
import type { SandboxSources } from './sandbox.ts'

/** A request from the parent thread. Requests are sequential; each is answered with an {@link Outcome}. */
export type Question = Omit<SandboxSources, 'projectId'>

const { libraryPath } = workerData as { readonly libraryPath: string }
let interpreter: Interpreter | null = null

parentPort?.on('message', async (question: Question) => {
  parentPort?.postMessage((await render(question)) satisfies Outcome)
})

async function render({ templateSource, themeSource, ...order }: Question): Promise<Outcome> {
  interpreter ??= await startInterpreter(libraryPath)
  let orderJson: string
  try {
    orderJson = JSON.stringify({
      ...order,
      templateCode: templateSource === null ? null : compile(templateSource),
      themeCode: themeSource === null ? null : compile(themeSource),
    })
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message, isWorn: false }
  }
  const outcome = interpreter.render(orderJson)
  if (outcome.kind === 'failed' && outcome.isWorn) interpreter = null
  return outcome
}
