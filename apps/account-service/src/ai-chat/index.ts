import { aiChat } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { addMessage } from './add-message.ts'
import { askAi } from './ask-ai.ts'
import { listMessages } from './list-messages.ts'

export type { AiModel } from './ask-ai.ts'

export function serveAiChat(serve: Serve, services: Services): void {
  serve(aiChat.askAi, (request) => askAi(services, request))
  serve(aiChat.addAiMessage, (request) => addMessage(services, request))
  serve(aiChat.listAiMessages, (request) => listMessages(services, request))
}
