import { aiChat } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { addMessage } from './add-message.ts'
import { complete } from './complete.ts'
import { listMessages } from './list-messages.ts'

export type { AiModel } from './complete.ts'

export function serveAiChat(serve: AccountRouter, services: Services): void {
  serve(aiChat.completeAiChat, (request) => complete(services, request))
  serve(aiChat.addAiMessage, (request) => addMessage(services, request))
  serve(aiChat.listAiMessages, (request) => listMessages(services, request))
}
