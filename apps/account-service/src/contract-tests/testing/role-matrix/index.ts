import type { AccountEndpointKey } from '@parley/contract/account'
import type { MatrixEntry } from '../roles.ts'
import { emailRows, projectRows, toolRows } from './projects.ts'
import { codeRows, otherSignInMethodRows, passkeyRows, passwordRows, sessionRows } from './sign-in-methods.ts'
import {
  definitionRows,
  invitationRows,
  membershipRows,
  permissionRows,
  teamKeyRows,
  teamRows,
} from './teams.ts'
import { channelRows, notificationRows, providerRows, userKeyRows, userRows } from './users.ts'

/** The entry of every endpoint. An endpoint without one does not compile. */
export const roleMatrix: Readonly<Record<AccountEndpointKey, MatrixEntry>> = {
  ...projectRows,
  ...passwordRows,
  ...codeRows,
  ...passkeyRows,
  ...otherSignInMethodRows,
  ...sessionRows,
  ...userRows,
  ...channelRows,
  ...providerRows,
  ...notificationRows,
  ...userKeyRows,
  ...teamRows,
  ...membershipRows,
  ...invitationRows,
  ...permissionRows,
  ...definitionRows,
  ...teamKeyRows,
  ...emailRows,
  ...toolRows,
}
