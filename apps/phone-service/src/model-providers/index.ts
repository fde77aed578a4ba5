import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getModelProviders } from './read-providers.ts'
import { deleteTranscriptionProvider, saveTranscriptionProvider } from './save-provider.ts'
import { testTranscriptionProvider } from './test-provider.ts'

export {
  ProviderError,
  requestTranscription,
  type SentAudio,
  type TimedText,
  type TranscribedSegment,
  type Transcription,
} from './protocol/index.ts'
export { decryptKey } from './provider-key.ts'
export { toProviderHost } from './read-providers.ts'
export {
  deleteProvidersOfWorkspace,
  findProvider,
  listAutomaticProviders,
  type StoredProvider,
} from './records/index.ts'

export const modelProviderHandlers = {
  'GET /model-providers': getModelProviders,
  'PUT /model-providers/transcription': saveTranscriptionProvider,
  'DELETE /model-providers/transcription': deleteTranscriptionProvider,
  'POST /model-providers/transcription/test': testTranscriptionProvider,
} satisfies Partial<PhoneHandlers<Services>>
