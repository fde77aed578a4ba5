import type { PlayerSource } from '@parley/call-engine'
import type { Services } from '../services.ts'

/** The announcements of the call of a verification. */
export type VerificationPrompt =
  | 'verification-request'
  | 'verification-wrong'
  | 'verification-done'
  | 'verification-over'

/** Longer than each prompt. */
export const maxPromptMs = 15_000

export function resolvePrompt(
  { settings }: Pick<Services, 'settings'>,
  name: VerificationPrompt,
): PlayerSource {
  return { kind: 'announcement', announcement: { name, language: settings.announcementLanguage } }
}
