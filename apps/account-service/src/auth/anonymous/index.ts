import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { signUpAnonymously } from './sign-up.ts'
import { upgradeAnonymousUser } from './upgrade.ts'

export const anonymousHandlers = {
  'POST /auth/anonymous/sign-up': signUpAnonymously,
  'POST /auth/anonymous/upgrade': upgradeAnonymousUser,
} satisfies Partial<AccountHandlers>
