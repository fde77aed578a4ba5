import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteMailServer, getMailServer, saveMailServer } from './change-mail-server.ts'
import { listMails, resendMail } from './list-mails.ts'
import { deleteMailServerRow, findMailServer } from './records/mail-servers.ts'
import { deleteMailsOfWorkspace } from './records/mails.ts'
import { testMailServer } from './test-mail-server.ts'

export { startMailDelivery } from './deliver-mails.ts'
export { enqueueMail } from './enqueue-mail.ts'
export { deleteMailsOfUser } from './records/mails.ts'
export type { MailContent } from './send-through-server.ts'

export const workspaceMailHandlers = {
  'GET /mail-server': getMailServer,
  'PUT /mail-server': saveMailServer,
  'DELETE /mail-server': deleteMailServer,
  'POST /mail-server/test': testMailServer,
  'GET /mails': listMails,
  'POST /mails/{mail}/resend': resendMail,
} satisfies Partial<PhoneHandlers<Services>>

/** Returns whether a workspace sends its e-mails through its own server. */
export async function hasMailServer(database: Services['database'], workspaceId: string): Promise<boolean> {
  return (await findMailServer(database, workspaceId)) !== null
}

export async function deleteWorkspaceMail(
  database: Services['database'],
  workspaceId: string,
): Promise<void> {
  await deleteMailServerRow(database, workspaceId)
  await deleteMailsOfWorkspace(database, workspaceId)
}
