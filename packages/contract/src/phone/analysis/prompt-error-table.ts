/** The errors of the prompt that analyses calls. */
export const promptErrors = {
  ANALYSIS_PROMPT_CHANGED: {
    status: 409,
    message: 'Another administrator has edited the prompt in the meantime.',
    nextStep: 'reload',
  },
  ANALYSIS_PROMPT_UNCHANGED: {
    status: 409,
    message: 'The draft is the same as the latest version.',
    nextStep: 'none',
  },
  ANALYSIS_PROMPT_EMPTY: { status: 400, message: 'The prompt is empty.', nextStep: 'check-form' },
  ANALYSIS_PROMPT_VARIABLE_UNKNOWN: {
    status: 400,
    message: 'The prompt contains a variable that does not exist.',
    nextStep: 'check-form',
  },
  ANALYSIS_PROMPT_VERSION_LIMIT: {
    status: 409,
    message: 'The prompt of this workspace has the maximum number of versions.',
    nextStep: 'none',
  },
  ANALYSIS_PROMPT_VERSION_NOT_FOUND: {
    status: 404,
    message: 'This version of the prompt does not exist.',
    nextStep: 'reload',
  },
} as const
