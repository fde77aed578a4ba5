/** The errors of analyses and their action items. */
export const callAnalysisErrors = {
  ANALYSIS_NOT_CONFIGURED: {
    status: 409,
    message: 'Not analysed: no provider of analysis is set in the configuration of your workspace.',
    nextStep: 'ask-admin',
  },
  ANALYSIS_PROMPT_NOT_PUBLISHED: {
    status: 409,
    message: 'Not analysed: no version of the prompt has been published.',
    nextStep: 'ask-admin',
  },
  TRANSCRIPT_NOT_COMPLETE: {
    status: 409,
    message: 'Not analysed: the transcript of this call is not complete.',
    nextStep: 'none',
  },
  TRANSCRIPT_TOO_LONG: {
    status: 409,
    message: 'Not analysed: the transcript of this call is too long.',
    nextStep: 'none',
  },
  ANALYSIS_RUNNING: { status: 409, message: 'This call is being analysed.', nextStep: 'none' },
  ANALYSIS_LIMIT: {
    status: 409,
    message: 'This call has the maximum number of analyses.',
    nextStep: 'none',
  },
  ANALYSIS_NOT_FOUND: { status: 404, message: 'This analysis does not exist any more.', nextStep: 'reload' },
  ACTION_ITEM_NOT_FOUND: {
    status: 404,
    message: 'This action item does not exist any more.',
    nextStep: 'reload',
  },
} as const
