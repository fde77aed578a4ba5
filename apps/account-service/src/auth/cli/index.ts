import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { completeCliLogin } from './complete.ts'
import { describeCliLogin } from './describe.ts'
import { pollCliLogin } from './poll.ts'
import { startCliLogin } from './start.ts'

export { deleteCliLoginsExpiredBefore } from './cli-logins.ts'

export const cliHandlers = {
  'POST /auth/cli': startCliLogin,
  'POST /auth/cli/poll': pollCliLogin,
  'POST /auth/cli/complete': completeCliLogin,
  'POST /auth/cli/describe': describeCliLogin,
} satisfies Partial<AccountHandlers>
