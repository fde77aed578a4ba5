import type { AnnouncementLanguage } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import type { workspaceLanguage } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findChosenLanguage, getOrCreateLimits, saveLanguage } from './calling-limits.ts'

type ChooseLanguage = typeof workspaceLanguage.chooseLanguage

/** Chooses the language of a workspace. Running calls play their next announcement in it. */
export async function chooseLanguage(
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  { user, body, transaction }: PhoneRequest<ChooseLanguage>,
): Promise<ResponseOf<ChooseLanguage>> {
  const { workspaceId, userId } = user
  const { language } = body
  // Inserts the row of a new workspace.
  await getOrCreateLimits(services, workspaceId)
  await transaction(async (changes) => {
    await saveLanguage(changes, workspaceId, language)
    await changes.audit('language.chosen', { type: 'workspace', id: workspaceId }, { language })
  })
  services.log.info('language.chosen', { workspaceId, userId })
  return { language }
}

/** Returns the language of a workspace: that of the server until an administrator has chosen one. */
export async function findLanguage(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
): Promise<AnnouncementLanguage> {
  return (await findChosenLanguage(database, workspaceId)) ?? settings.language
}
