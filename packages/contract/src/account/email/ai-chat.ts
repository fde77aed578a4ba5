import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { jsonValue, uuid } from '../fields.ts'

/** A question contains the whole thread, and the operator pays for its length. */
const maxQuestionBytes = 256 * 1024

/** A message of the model contains the source of a theme or template twice. */
const maxMessageBytes = 512 * 1024

const params = z.object({ thread: uuid })

const textPart = z.object({ type: z.literal('text'), text: z.string() })

const toolPart = z.object({
  type: z.literal('tool-call'),
  toolName: z.enum(['createEmailTheme', 'createEmailTemplate']),
  toolCallId: z.string(),
  /** The complete source of the theme or template. */
  args: z.object({ content: z.string() }),
  argsText: z.string(),
  result: z.literal('success'),
})

export const completeAiChat = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/ai-chat/{thread}',
  access: 'admin',
  summary:
    'Generate an e-mail theme or template with the AI model. Returns a text message if no model is configured.',
  params,
  body: z.object({
    context_type: z.enum(['email-theme', 'email-template']),
    messages: z
      .array(z.strictObject({ role: z.enum(['user', 'assistant', 'tool']), content: jsonValue }))
      .min(1)
      .max(200),
  }),
  maxBodyBytes: maxQuestionBytes,
  response: z.object({ content: z.array(z.discriminatedUnion('type', [textPart, toolPart])) }),
  errors: [],
})

export const addAiMessage = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/ai-chat/{thread}',
  access: 'admin',
  summary: 'Store a message of a thread.',
  params,
  body: z.object({ message: jsonValue }),
  maxBodyBytes: maxMessageBytes,
  response: z.object({}),
  errors: [],
  plainTextErrors: [400],
})

export const listAiMessages = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/ai-chat/{thread}',
  access: 'admin',
  summary: 'List the messages of a thread, oldest first.',
  params,
  response: z.object({ messages: z.array(z.unknown()) }),
  errors: [],
})
