import type { AccountSettingsProps } from '../../pages/component-props.ts'
import { PageFrame } from '../../pages/layout/page-frame.tsx'
import { AccountSettingsPage } from '../../pages/lazy-pages.ts'
import { MockData } from '../demo/mock-data.tsx'

/** The account of the signed-in user, in sections. */
export function AccountSettings({ fullPage = false, ...options }: AccountSettingsProps) {
  return (
    <MockData {...options} needsUser>
      <PageFrame fullPage={fullPage} width="wide">
        <AccountSettingsPage {...options} />
      </PageFrame>
    </MockData>
  )
}
