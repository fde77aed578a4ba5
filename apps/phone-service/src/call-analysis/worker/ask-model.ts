import { randomBytes } from 'node:crypto'
import { isDiskFull } from '@parley/server'
import type { StoredVersion } from '../../analysis-prompts/index.ts'
import type { StoredCall } from '../../call-log/index.ts'
import {
  type ChatAnswer,
  type ChatMessage,
  decryptKey,
  findProvider,
  ProviderError,
  requestChat,
  type StoredProvider,
  toProviderHost,
} from '../../model-providers/index.ts'
import { createAnswerForm } from '../prompt/answer-form.ts'
import { collectContext } from '../prompt/call-context.ts'
import { type ParsedAnswer, parseAnswer } from '../prompt/parse-answer.ts'
import { renderPrompt } from '../prompt/render-prompt.ts'
import type { AnalysisDeps } from './analysis-deps.ts'

/** A small server on one processor reads a long transcript slowly. */
const timeoutMs = 10 * 60_000
/** A model is asked twice at most, each time with another form if its server rejects the first. */
export const leaseMs = 4 * timeoutMs + 2 * 60_000

type Prompt = Pick<StoredVersion, 'text' | 'outputFields'>

export interface ModelAnswer {
  readonly answer: ParsedAnswer
  readonly model: string
  readonly host: string
  /** Of all requests together. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/**
 * Has the model of the workspace analyse a call. An answer in another form is sent back once with its problems.
 *
 * @throws {ProviderError}
 */
export async function askModel(
  deps: AnalysisDeps,
  call: StoredCall,
  prompt: Prompt | null,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { database } = deps
  const provider = await findProvider(database, call.workspaceId, 'analysis')
  if (!provider || !prompt) throw new ProviderError('not-configured')
  await requireSpace(deps)
  const context = await collectContext(deps, call)
  const { instructions, message } = renderPrompt(prompt.text, context, randomBytes(9).toString('hex'))
  const send = createSender(deps, provider, {
    instructions,
    form: createAnswerForm(prompt.outputFields),
    signal,
  })
  const facts = { ...context, outputFields: prompt.outputFields }
  const question: ChatMessage = { role: 'user', content: message }

  const first = await send([question])
  const parsed = parseAnswer(first.value, facts)
  if (!('problems' in parsed)) return describe(provider, parsed, [first])
  const second = await send([question, ...createCorrection(first, parsed.problems)])
  const corrected = parseAnswer(second.value, facts)
  if ('problems' in corrected) throw new ProviderError('answer-invalid')
  return describe(provider, corrected, [first, second])
}

/** Before it is paid. @throws {ProviderError} `disk-full` */
async function requireSpace({ settings }: Pick<AnalysisDeps, 'settings'>): Promise<void> {
  const { databaseDirectory, minFreeDiskBytes } = settings
  if (databaseDirectory !== null && (await isDiskFull(databaseDirectory, minFreeDiskBytes)))
    throw new ProviderError('disk-full')
}

interface Question {
  readonly instructions: string
  readonly form: ReturnType<typeof createAnswerForm>
  readonly signal: AbortSignal
}

function createSender(deps: AnalysisDeps, provider: StoredProvider, question: Question) {
  const { baseUrl, model } = provider
  const connection = { baseUrl, model, apiKey: decryptKey(deps, provider) }
  return async (messages: readonly ChatMessage[]): Promise<ChatAnswer> =>
    await requestChat(deps, connection, { ...question, messages, timeoutMs })
}

/** The part of a wrong answer that is sent back. */
const maxRepeatedLength = 20_000

function createCorrection({ text }: ChatAnswer, problems: string): ChatMessage[] {
  const content = `Your answer does not have the requested form:\n${problems}\nAnswer again with the whole JSON only.`
  return [
    // Some servers reject an empty message.
    { role: 'assistant', content: text.slice(0, maxRepeatedLength).toWellFormed() || '{}' },
    { role: 'user', content },
  ]
}

function describe(
  { baseUrl, model }: StoredProvider,
  answer: ParsedAnswer,
  requests: readonly ChatAnswer[],
): ModelAnswer {
  const sum = (counts: readonly (number | null)[]) =>
    counts.reduce<number | null>(
      (total, count) => (total === null || count === null ? null : total + count),
      0,
    )
  return {
    answer,
    model,
    host: toProviderHost(baseUrl),
    inputTokens: sum(requests.map(({ inputTokens }) => inputTokens)),
    outputTokens: sum(requests.map(({ outputTokens }) => outputTokens)),
  }
}
