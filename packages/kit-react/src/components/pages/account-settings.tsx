import type { AccountSettingsProps } from '../../pages/component-props.ts'
import { PageFrame } from '../../pages/layout/page-frame.tsx'
import { AccountSettingsPage } from '../../pages/lazy-pages.ts'

/** The account of the signed-in user, in sections. */
export function AccountSettings({ fullPage = false, ...options }: AccountSettingsProps) {
  return (
    <PageFrame fullPage={fullPage} width="wide">
      <AccountSettingsPage {...options} />
    </PageFrame>
  )
}
