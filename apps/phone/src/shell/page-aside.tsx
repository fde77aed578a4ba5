import { PageAccount } from './account/page-account.tsx'
import { ConnectionStatus } from './connection-status.tsx'

/** The state of the connection, the command palette and the account menu, beside the title of a page. */
export function PageAside() {
  return (
    <>
      <ConnectionStatus />
      <PageAccount />
    </>
  )
}
