import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { completeCliLogin } from './complete.ts'
import { describeCliLogin } from './describe.ts'
import { pollCliLogin } from './poll.ts'
import { rejectCliLogin } from './reject.ts'
import { startCliLogin } from './start.ts'

export { deleteCliLoginsExpiredBefore } from './cli-logins.ts'

export const cliHandlers = {
  'POST /auth/cli': startCliLogin,
  'POST /auth/cli/poll': pollCliLogin,
  'POST /auth/cli/complete': completeCliLogin,
  'POST /auth/cli/describe': describeCliLogin,
  'POST /auth/cli/reject': rejectCliLogin,
} satisfies Partial<AccountHandlers>
