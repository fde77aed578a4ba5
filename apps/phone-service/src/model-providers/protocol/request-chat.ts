import type { JSONSchema7 } from 'ai'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { ProviderError } from './provider-error.ts'
import { type ProviderConnection, sendToProvider } from './send-to-provider.ts'

export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

interface ChatRequest {
  /** The task, in words of Parley or of an administrator. */
  readonly instructions: string
  readonly messages: readonly ChatMessage[]
  /** The form of the answer, which the model may ignore. */
  readonly form: z.core.JSONSchema.BaseSchema
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface ChatAnswer {
  /** The JSON of the answer, which need not have the form; undefined when it is no JSON. */
  readonly value: unknown
  readonly text: string
  /** Null when the provider does not count them. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** The statuses of servers that do not know `response_format`. */
const rejectedStatuses: readonly (number | null)[] = [400, 422]

/**
 * Has a model answer in JSON. It gets no tools, so that its answer is all that it can do. A server that does not accept a
 * form gets it in words only.
 *
 * @throws {ProviderError}
 */
export async function requestChat(
  deps: Pick<Services, 'settings'>,
  connection: ProviderConnection,
  request: ChatRequest,
): Promise<ChatAnswer> {
  try {
    return await sendChat(deps, connection, request, true)
  } catch (error) {
    const isRejected = error instanceof ProviderError && error.problem === 'request-rejected'
    if (!isRejected || !rejectedStatuses.includes(error.status)) throw error
    return await sendChat(deps, connection, request, false)
  }
}

async function sendChat(
  deps: Pick<Services, 'settings'>,
  connection: ProviderConnection,
  { instructions, messages, form, timeoutMs, signal }: ChatRequest,
  sendsForm: boolean,
): Promise<ChatAnswer> {
  // Loaded lazily, because the library is large and many installations have no provider.
  const [{ generateText, jsonSchema, NoObjectGeneratedError, Output }, { createOpenAICompatible }] =
    await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
  let failure: unknown = null
  const provider = createOpenAICompatible({
    name: 'provider',
    baseURL: connection.baseUrl,
    supportsStructuredOutputs: true,
    // The library has neither the key nor a way past the checks of outbound requests.
    fetch: async (_url, init) => {
      try {
        const path = '/chat/completions'
        const sent = { path, headers: jsonHeaders, body: String(init?.body), timeoutMs, maxResponseBytes }
        const response = await sendToProvider(deps, connection, signal ? { ...sent, signal } : sent)
        return Response.json(toCompletion(response))
      } catch (error) {
        failure = error
        throw error
      }
    },
  })
  const output = sendsForm
    ? Output.object({ schema: jsonSchema(form as JSONSchema7), name: 'answer' })
    : Output.text()
  try {
    const result = await generateText({
      model: provider(connection.model),
      instructions: `${instructions}\n\nAnswer with JSON of this JSON Schema only:\n${JSON.stringify(form)}`,
      messages: [...messages],
      output,
      maxRetries: 0,
    })
    return toAnswer(result)
  } catch (error) {
    signal?.throwIfAborted()
    if (NoObjectGeneratedError.isInstance(error)) return toAnswer(error)
    if (!(failure instanceof ProviderError)) throw new ProviderError('unexpected-response')
    throw failure.problem === 'audio-too-large' ? toTextProblem(failure) : failure
  }
}

/** Longer than any answer that is saved. */
const maxAnswerLength = 256 * 1024

const completion = z.object({
  choices: z.array(z.unknown()),
  usage: z.unknown().optional(),
})
const choice = z.object({
  /** Null when the model calls a tool, although it has none. */
  message: z.object({ content: z.string().nullish() }),
  finish_reason: z.string().max(100).nullish(),
})
const tokenCount = z.int().min(0).optional().catch(undefined)
const usage = z
  .object({ prompt_tokens: tokenCount, completion_tokens: tokenCount, total_tokens: tokenCount })
  .optional()
  .catch(undefined)

/**
 * Returns the part of a response that has a meaning. The library spends quadratic time on others, such as calls of tools
 * that were not offered.
 *
 * @throws {ProviderError} `unexpected-response`, `response-too-large`
 */
function toCompletion(response: unknown): object {
  const parsed = completion.safeParse(response)
  const first = choice.safeParse(parsed.data?.choices[0])
  if (!parsed.success || !first.success) throw new ProviderError('unexpected-response')
  const { message, finish_reason } = first.data
  const content = message.content ?? ''
  if (content.length > maxAnswerLength) throw new ProviderError('response-too-large')
  return {
    id: 'completion',
    object: 'chat.completion',
    created: 0,
    model: '',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage: usage.parse(parsed.data.usage),
  }
}

/** Longer than any answer that is accepted, with what the model has thought. */
const maxResponseBytes = 1024 * 1024

const jsonHeaders = { 'content-type': 'application/json' }

interface ChatResult {
  readonly text?: string | undefined
  readonly finishReason?: string | undefined
  readonly usage?: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined
}

function toAnswer({ text = '', finishReason, usage }: ChatResult): ChatAnswer {
  if (finishReason === 'length') throw new ProviderError('answer-incomplete')
  return {
    value: parseJson(text),
    text,
    inputTokens: toCount(usage?.inputTokens),
    outputTokens: toCount(usage?.outputTokens),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(removeCodeBlock(text.trim()))
  } catch {
    return undefined
  }
}

/** Returns the content of a code block, between whose lines local models write JSON. */
function removeCodeBlock(text: string): string {
  const firstEnd = text.indexOf('\n')
  const isBlock = text.startsWith('```') && text.endsWith('```') && firstEnd >= 0
  return isBlock ? text.slice(firstEnd, -3) : text
}

/** A provider may send any number. */
function toCount(tokens: number | undefined): number | null {
  return Number.isSafeInteger(tokens) && (tokens ?? -1) >= 0 ? (tokens ?? null) : null
}

function toTextProblem({ status, detail }: ProviderError): ProviderError {
  return new ProviderError('text-too-long', { status, detail })
}
