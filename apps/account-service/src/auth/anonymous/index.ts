import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { PasswordService } from '../password/hashes/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { signUpAnonymously } from './sign-up.ts'
import { upgradeAnonymousUser } from './upgrade.ts'

export const anonymousHandlers = {
  'POST /auth/anonymous/sign-up': signUpAnonymously,
  'POST /auth/anonymous/upgrade': upgradeAnonymousUser,
} satisfies Partial<AccountHandlers<Services & PasswordService & AccessTokenService>>
