/** The announcements of the call of a verification. */
export type VerificationPrompt =
  | 'verification-request'
  | 'verification-wrong'
  | 'verification-done'
  | 'verification-over'

/** Longer than each prompt, also one of a workspace: see `maxShortAnnouncementSeconds`. */
export const maxPromptMs = 15_000
