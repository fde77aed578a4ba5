/** The errors of the self-test. */
export const selfTestErrors = {
  SELF_TEST_RUNNING: {
    status: 409,
    message: 'A self-test is running in this workspace. Wait until it is done.',
    nextStep: 'wait',
  },
  SELF_TEST_NOTHING_TO_TEST: {
    status: 409,
    message: 'Nothing was tested, because none of these parts is configured.',
    nextStep: 'reload',
  },
  SELF_TEST_NUMBER_NOT_YOURS: {
    status: 400,
    message: 'A test call is placed only to a number of a trunk of this workspace.',
    nextStep: 'reload',
  },
} as const
