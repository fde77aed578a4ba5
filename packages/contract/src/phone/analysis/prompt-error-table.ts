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
  TEST_RUN_RUNNING: {
    status: 409,
    message: 'A test run of the prompt is running. Wait for its end, or cancel it.',
    nextStep: 'none',
  },
  TEST_RUN_NOT_FOUND: { status: 404, message: 'This test run does not exist any more.', nextStep: 'reload' },
  REFERENCE_CALL_NOT_FOUND: { status: 404, message: 'No such reference call exists.', nextStep: 'reload' },
  REFERENCE_CALL_LIMIT: {
    status: 409,
    message: 'This workspace has the maximum number of reference calls.',
    nextStep: 'none',
  },
  REFERENCE_CALLS_NOT_PASSED: {
    status: 409,
    message: 'Not published: the reference calls have not passed with this prompt.',
    nextStep: 'none',
  },
} as const
