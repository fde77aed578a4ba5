import { parentPort, workerData } from 'node:worker_threads'
import { compile } from './compile.ts'
import { type Interpreter, type Outcome, startInterpreter } from './interpreter.ts'
import type { SandboxSources } from './sandbox.ts'

/** A question of the thread that started this one. */
export interface Question {
  readonly id: number
  readonly sources: Omit<SandboxSources, 'projectId'>
}

export interface Answer {
  readonly id: number
  readonly outcome: Outcome
}

const { libraryPath } = workerData as { readonly libraryPath: string }
let interpreter: Interpreter | null = null

parentPort?.on('message', async ({ id, sources }: Question) => {
  parentPort?.postMessage({ id, outcome: await render(sources) } satisfies Answer)
})

async function render({ templateSource, themeSource, ...order }: Question['sources']): Promise<Outcome> {
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
