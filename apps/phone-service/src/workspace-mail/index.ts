import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getMailRules, saveMailRules } from './change-mail-rules.ts'
import { deleteMailServer, getMailServer, saveMailServer } from './change-mail-server.ts'
import { listMails, resendMail } from './list-mails.ts'
import { deleteMailsOfWorkspace } from './records/delete-mails.ts'
import { deleteMailRules } from './records/mail-rules.ts'
import { deleteMailServerRow, findMailServer } from './records/mail-servers.ts'
import { testMailServer } from './test-mail-server.ts'

export { type MailApproval, startMailDelivery } from './deliver-mails.ts'
export { enqueueMail } from './enqueue-mail.ts'
export { deleteMailsOfUser } from './records/delete-mails.ts'
export {
  findMailRules,
  listSummaryRules,
  type MailRules,
  removeSummaryMember,
} from './records/mail-rules.ts'
export { findMailServer } from './records/mail-servers.ts'
export { type StoredMail, storeWithdrawal } from './records/mails.ts'
export type { MailContent } from './send-through-server.ts'
export { testStoredMailServer } from './test-mail-server.ts'

export const workspaceMailHandlers = {
  'GET /mail-server': getMailServer,
  'PUT /mail-server': saveMailServer,
  'DELETE /mail-server': deleteMailServer,
  'POST /mail-server/test': testMailServer,
  'GET /mail-rules': getMailRules,
  'PUT /mail-rules': saveMailRules,
  'GET /mails': listMails,
  'POST /mails/{mail}/resend': resendMail,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService>>

/** Returns whether a workspace sends its e-mails through its own server. */
export async function hasMailServer(database: Services['database'], workspaceId: string): Promise<boolean> {
  return (await findMailServer(database, workspaceId)) !== null
}

export async function deleteWorkspaceMail(
  database: Services['database'],
  workspaceId: string,
): Promise<void> {
  await deleteMailServerRow(database, workspaceId)
  await deleteMailRules(database, workspaceId)
  await deleteMailsOfWorkspace(database, workspaceId)
}
