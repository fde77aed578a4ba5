import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getModelProviders } from './read-providers.ts'
import { deleteModelProvider, saveModelProvider } from './save-provider.ts'
import { testModelProvider } from './test-provider.ts'

export { endFailedAttempt } from './end-failed-attempt.ts'
export {
  type ChatAnswer,
  type ChatMessage,
  type ProviderConnection,
  ProviderError,
  requestChat,
  requestTranscription,
  type SentAudio,
  type TimedText,
  type TranscribedSegment,
  type Transcription,
  toVisibleText,
} from './protocol/index.ts'
export { decryptKey } from './provider-key.ts'
export { toProviderHost } from './read-providers.ts'
export {
  deleteProvidersOfWorkspace,
  findProvider,
  listAutomaticProviders,
  type StoredProvider,
} from './records/index.ts'
export { testStoredProvider } from './test-provider.ts'

export const modelProviderHandlers = {
  'GET /model-providers': getModelProviders,
  'PUT /model-providers/{purpose}': saveModelProvider,
  'DELETE /model-providers/{purpose}': deleteModelProvider,
  'POST /model-providers/{purpose}/test': testModelProvider,
} satisfies Partial<PhoneHandlers<Services>>
