/** Texts of the prompt that analyses calls. */
export const analysisPrompt = {
  'error.ANALYSIS_PROMPT_CHANGED':
    'Another administrator has edited the prompt in the meantime. Compare the changes.',
  'error.ANALYSIS_PROMPT_UNCHANGED': 'The draft is the same as the latest version.',
  'error.ANALYSIS_PROMPT_EMPTY': 'Write a prompt first.',
  'error.ANALYSIS_PROMPT_VARIABLE_UNKNOWN': 'The prompt contains a variable that does not exist.',
  'error.ANALYSIS_PROMPT_VERSION_LIMIT': 'The prompt of this workspace has the maximum number of versions.',
  'error.ANALYSIS_PROMPT_VERSION_NOT_FOUND': 'This version of the prompt does not exist.',
} as const
