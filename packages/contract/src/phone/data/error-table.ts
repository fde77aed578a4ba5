/** Errors of the self-test, and of the erasure of data. */
export const dataErrors = {
  CALL_ERASED: {
    status: 409,
    message: 'The data of this call was erased, so nothing is added to it.',
    nextStep: 'none',
  },
  OWN_NUMBER_NOT_ERASED: {
    status: 409,
    message: 'This number belongs to the workspace or to a member.',
    nextStep: 'check-number',
  },
  MEMBER_NOT_ERASED: {
    status: 409,
    message: 'This person is a member of the workspace.',
    nextStep: 'none',
  },
  FORMER_MEMBER_NOT_FOUND: {
    status: 404,
    message: 'No data of this person was found.',
    nextStep: 'reload',
  },
  ERASURE_NOT_FOUND: { status: 404, message: 'This erasure does not exist.', nextStep: 'reload' },
  ERASURE_RUNNING: { status: 409, message: 'This data is already being erased.', nextStep: 'reload' },
  ERASURE_LIMIT: { status: 409, message: 'Too many erasures run at the same time.', nextStep: 'wait' },
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
