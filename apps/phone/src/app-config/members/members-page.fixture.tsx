import { StackProvider } from '@parley/kit-react'
import { ToastProvider } from '@parley/ui'
import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { Responses } from '../../phone.fixture.ts'
import type { Me, Phone } from '../../phone-context.tsx'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { startWorkspaceService, type WorkspaceService } from '../../workspace-service.fixture.ts'
import { MembersPage } from './members-page.tsx'

/** Opens the page of a workspace. */
export async function openMembers(
  workspace: WorkspaceService,
  phone: Partial<Pick<Phone, 'socket' | 'presence'>> = {},
) {
  const service = await openConfigPage(workspace, MembersPage, {}, phone)
  await screen.findByTitle('Ada')
  return service
}

/** Opens a page of the configuration of a workspace. */
export async function openConfigPage(
  workspace: WorkspaceService,
  Page: ComponentType,
  me: Partial<Me> = {},
  phone: Partial<Pick<Phone, 'socket' | 'presence'>> = {},
  responses: Responses = {},
) {
  const service = await startWorkspaceService(workspace)
  // The page is opened outside of act(), which does not support pages that suspend.
  const { router } = await renderScreen({
    screens: {
      '/': () => null,
      '/app-config/page': () => (
        <StackProvider app={service.app} lang="en-US">
          <ToastProvider label="Messages" closeLabel="Close">
            <Page />
          </ToastProvider>
        </StackProvider>
      ),
    },
    path: '/',
    responses,
    me,
    phone,
  })
  void router.navigate({ to: '/app-config/page' as '/' })
  return service
}
