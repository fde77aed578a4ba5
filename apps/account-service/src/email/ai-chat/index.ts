import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { addMessage } from './add-message.ts'
import { complete } from './complete.ts'
import { listMessages } from './list-messages.ts'

export { deleteMessagesBefore } from './ai-messages.ts'

export const aiChatHandlers = {
  'POST /internal/ai-chat/{thread}': complete,
  'PATCH /internal/ai-chat/{thread}': addMessage,
  'GET /internal/ai-chat/{thread}': listMessages,
} satisfies Partial<AccountHandlers>
