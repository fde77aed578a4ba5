import type { ResponseOf } from '@parley/contract'
import type { aiChat } from '@parley/contract/account'
import type { RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import { z } from 'zod'
import type { AiModel } from '../../config.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'

type Complete = typeof aiChat.completeAiChat
type Part = ResponseOf<Complete>['content'][number]
type Message = EndpointRequest<Complete>['body']['messages'][number]

const responseTimeoutMs = 120_000

const dayMs = 24 * 60 * 60_000

/** Limits the cost to the operator, of all projects of one owner together. */
const perOwner: readonly RateLimit[] = [
  { name: 'ai-questions-by-owner', attempts: 30, windowMs: 10 * 60_000 },
  { name: 'ai-questions-by-owner-in-a-day', attempts: 100, windowMs: dayMs },
]

/** Anyone may be the owner of a project, and have further accounts. */
const perInstallation: RateLimit = { name: 'ai-questions-in-a-day', attempts: 1_000, windowMs: dayMs }

const tasks = {
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

export async function complete(
  services: Pick<Services, 'rateLimits' | 'findOwnerId' | 'log' | 'options'>,
  request: EndpointRequest<Complete>,
): Promise<ResponseOf<Complete>> {
  const { project, body, info } = request
  const { findOwnerId, log, options, rateLimits } = services
  const { aiModel } = options
  if (!aiModel)
    return textResponse('No model is configured on this server. Ask its operator to configure one.')

  const ownerId = await findOwnerId(project.id)
  const verdict = await rateLimits.consumeAll([
    ...perOwner.map((limit) => ({ limit, key: ownerId })),
    { limit: perInstallation, key: '' },
  ])
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)

  await request.audit('ai.asked', null, { context: body.context_type })
  try {
    return { content: await generate(aiModel, body.context_type, body.messages, info.signal) }
  } catch (error) {
    log.warn('ai.request_failed', { message: (error as Error).message })
    return textResponse('The model did not respond. Try again in a moment.')
  }
}

function textResponse(text: string): ResponseOf<Complete> {
  return { content: [{ type: 'text', text }] }
}

async function generate(
  { url, key, model }: AiModel,
  context: keyof typeof tasks,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<Part[]> {
  // Loaded lazily, because the library is large and rarely needed.
  const [{ generateText, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const { tool: toolName, description, instructions } = tasks[context]
  const provider = createOpenAICompatible({ name: 'model', baseURL: url, apiKey: key ?? undefined })
  const { content } = await generateText({
    model: provider(model),
    instructions,
    messages: messages.flatMap(({ role, content }) => {
      const text = messageText(content)
      if (role === 'tool' || text === '') return []
      return [{ role, content: text }]
    }),
    tools: { [toolName]: tool({ description, inputSchema: z.object({ content: z.string() }) }) },
    maxRetries: 1,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(responseTimeoutMs)]),
  })
  return content.flatMap((part): Part[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    if (part.type !== 'tool-call') return []
    const args = sourceArguments.safeParse(part.input)
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

const sourceArguments = z.object({ content: z.string() })

const messagePart = z.union([
  z.object({ type: z.literal('text'), text: z.string() }).transform(({ text }) => text),
  z.object({ type: z.literal('tool-call'), args: sourceArguments }).transform(({ args }) => args.content),
])

/** Returns the text of a message, including sources in its tool calls. */
function messageText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part) => {
      const known = messagePart.safeParse(part)
      return known.success ? [known.data] : []
    })
    .join('\n\n')
}
