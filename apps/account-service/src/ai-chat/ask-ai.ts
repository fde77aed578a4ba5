import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import type { RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import { z } from 'zod'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'

type Ask = typeof aiChat.askAi
type Part = ResponseOf<Ask>['content'][number]
type Message = ServedRequest<Ask>['body']['messages'][number]

/** An OpenAI-compatible model, configured by the operator. */
export interface AiModel {
  /** Base URL including the version: `https://api.example.com/v1`. */
  readonly url: string
  readonly key: string | null
  readonly model: string
}

const answerPatienceMs = 120_000

/** Limits the cost to the operator. */
const perProject: RateLimit = { name: 'ai-questions-by-project', attempts: 30, windowMs: 10 * 60_000 }

const jobs = {
  'email-theme': {
    tool: 'createEmailTheme',
    description: 'Stores the whole source of the theme.',
    instructions: `You write themes of e-mails as React Email components in TypeScript (TSX).
A theme exports a component EmailTheme with the properties children and unsubscribeLink (which may be missing), and wraps
children in Html, Head, Tailwind, Body and Container of @react-email/components. It imports nothing else but react and
ThemeProps of @stackframe/emails. Whenever you have written or changed it, call createEmailTheme with its whole source.`,
  },
  'email-template': {
    tool: 'createEmailTemplate',
    description: 'Stores the whole source of the template.',
    instructions: `You write templates of e-mails as React Email components in TypeScript (TSX).
A template exports variablesSchema (a type of arktype), and a component EmailTemplate with the properties user (displayName),
project (displayName) and variables; EmailTemplate.PreviewVariables are values to look at it with. It contains Subject with a
value, and NotificationCategory with the value Transactional or Marketing, both of @stackframe/emails, and imports nothing else
but react, arktype and @react-email/components. Leave Html, Head and Body to the theme. Whenever you have written or
changed it, call createEmailTemplate with its whole source.`,
  },
} as const

export async function askAi(
  services: Pick<Services, 'database' | 'log' | 'options' | 'now' | 'rateLimits'>,
  { project, actor, body, call }: ServedRequest<Ask>,
): Promise<ResponseOf<Ask>> {
  const { database, log, options, now, rateLimits } = services
  const { aiModel } = options
  if (!aiModel) return inWords('No model is configured on this server. Ask its operator to configure one.')

  const verdict = await rateLimits.take(perProject, project.id)
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)

  await recordAudit(database, {
    projectId: project.id,
    actor,
    action: 'ai.asked',
    details: { context: body.context_type },
    call,
    at: now(),
  })
  try {
    return { content: await ask(aiModel, body.context_type, body.messages, call.signal) }
  } catch (error) {
    log.warn('ai.not_answered', { message: (error as Error).message })
    return inWords('The model did not respond. Try again in a moment.')
  }
}

function inWords(text: string): ResponseOf<Ask> {
  return { content: [{ type: 'text', text }] }
}

async function ask(
  { url, key, model }: AiModel,
  context: keyof typeof jobs,
  messages: readonly Message[],
  gone: AbortSignal,
): Promise<Part[]> {
  // Loaded lazily, because the library is large and rarely needed.
  const [{ generateText, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const { tool: toolName, description, instructions } = jobs[context]
  const provider = createOpenAICompatible({ name: 'model', baseURL: url, apiKey: key ?? undefined })
  const { content } = await generateText({
    model: provider(model),
    instructions,
    messages: messages.flatMap(({ role, content }) => {
      const text = textOf(content)
      if (role === 'tool' || text === '') return []
      return [{ role, content: text }]
    }),
    tools: { [toolName]: tool({ description, inputSchema: z.object({ content: z.string() }) }) },
    maxRetries: 1,
    abortSignal: AbortSignal.any([gone, AbortSignal.timeout(answerPatienceMs)]),
  })
  return content.flatMap((part): Part[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    if (part.type !== 'tool-call') return []
    const args = source.safeParse(part.input)
    if (!args.success) return []
    return [
      {
        type: 'tool-call',
        toolName,
        toolCallId: part.toolCallId,
        args: args.data,
        argsText: JSON.stringify(args.data),
        result: 'success',
      },
    ]
  })
}

const source = z.object({ content: z.string() })

const sentPart = z.union([
  z.object({ type: z.literal('text'), text: z.string() }).transform(({ text }) => text),
  z.object({ type: z.literal('tool-call'), args: source }).transform(({ args }) => args.content),
])

/** Returns the text of a message, including sources in its tool calls. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part) => {
      const known = sentPart.safeParse(part)
      return known.success ? [known.data] : []
    })
    .join('\n\n')
}
