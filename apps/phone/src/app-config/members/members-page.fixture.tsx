import { StackProvider } from '@parley/kit-react'
import { ToastProvider } from '@parley/ui'
import { screen } from '@testing-library/react'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { startWorkspaceService, type WorkspaceService } from '../../workspace-service.fixture.ts'
import { MembersPage } from './members-page.tsx'

/** Opens the page of a workspace. */
export async function openMembers(workspace: WorkspaceService) {
  const service = await startWorkspaceService(workspace)
  // The page is opened outside of act(), which does not support pages that suspend.
  const { router } = await renderScreen({
    screens: {
      '/': () => null,
      '/app-config/members': () => (
        <StackProvider app={service.app} lang="en-US">
          <ToastProvider label="Messages" closeLabel="Close">
            <MembersPage />
          </ToastProvider>
        </StackProvider>
      ),
    },
    path: '/',
    responses: {},
  })
  void router.navigate({ to: '/app-config/members' })
  await screen.findByTitle('Ada')
  return service
}
