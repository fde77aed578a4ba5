import type { Row } from '../roles.ts'
import { emailRows, projectRows, toolRows } from './projects.ts'
import {
  definitionRows,
  invitationRows,
  membershipRows,
  permissionRows,
  teamKeyRows,
  teamRows,
} from './teams.ts'
import { channelRows, notificationRows, providerRows, userKeyRows, userRows } from './users.ts'
import { codeRows, otherWaysInRows, passkeyRows, passwordRows, sessionRows } from './ways-in.ts'

/** One entry per endpoint, by its name. */
export const rows: Readonly<Record<string, Row>> = {
  ...projectRows,
  ...passwordRows,
  ...codeRows,
  ...passkeyRows,
  ...otherWaysInRows,
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
