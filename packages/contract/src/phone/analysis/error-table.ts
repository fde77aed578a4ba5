import { callAnalysisErrors } from './analysis-error-table.ts'
import { promptErrors } from './prompt-error-table.ts'

/** The errors of transcription, of the providers of models and of prompts. */
export const analysisErrors = {
  ...promptErrors,
  ...callAnalysisErrors,
  PROVIDER_NOT_FOUND: { status: 404, message: 'No provider is set.', nextStep: 'none' },
  PROVIDER_KEY_REQUIRED: {
    status: 400,
    message: 'Enter the key again: the stored one is used only with the base URL that it was saved with.',
    nextStep: 'check-form',
  },
  PROVIDER_HOST_NOT_FOUND: {
    status: 400,
    message: 'The host name of the provider has no DNS entry.',
    nextStep: 'check-form',
  },
  PROVIDER_HOST_NOT_ALLOWED: {
    status: 400,
    message:
      'The host of the provider is in a blocked private network. The operator of this server can allow it with PARLEY_OUTBOUND_NETWORKS.',
    nextStep: 'check-form',
  },
  TRANSCRIPTION_NOT_CONFIGURED: {
    status: 409,
    message: 'Not transcribed: no provider of transcription is set in the configuration of your workspace.',
    nextStep: 'ask-admin',
  },
  EMERGENCY_CALL_NOT_TRANSCRIBED: {
    status: 409,
    message: 'Emergency calls are not transcribed.',
    nextStep: 'none',
  },
  TRANSCRIPT_NOT_FOUND: { status: 404, message: 'This call has no transcript.', nextStep: 'none' },
  TRANSCRIPT_LINE_NOT_FOUND: {
    status: 404,
    message: 'This line of the transcript does not exist any more.',
    nextStep: 'reload',
  },
  TRANSCRIPT_LINE_CHANGED: {
    status: 409,
    message: 'Another user has changed this line in the meantime.',
    nextStep: 'reload',
  },
  TRANSCRIPT_EDIT_LIMIT: {
    status: 409,
    message: 'This line has been edited the maximum number of times.',
    nextStep: 'none',
  },
} as const
