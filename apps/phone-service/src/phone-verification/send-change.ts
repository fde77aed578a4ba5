import type { LiveService } from '../live/index.ts'

/** Notifies the administrators of a workspace that a verification has changed. */
export function sendVerificationsChange({ live }: LiveService, workspaceId: string): void {
  for (const userId of live.onlineAdministrators(workspaceId))
    live.sendToTabsShowing(workspaceId, userId, { type: 'phone-verifications.changed' })
}

/** Notifies all members of a workspace that the numbers from which they can call have changed. */
export function sendNumbersChange(services: LiveService, workspaceId: string): void {
  sendVerificationsChange(services, workspaceId)
  services.live.sendToWorkspace(workspaceId, { type: 'me.changed' })
}
