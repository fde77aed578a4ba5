/** Announcements the engine can play. */
export type AnnouncementName =
  | 'recording-starts'
  | 'recording-stops'
  | 'verification-request'
  | 'verification-wrong'
  | 'verification-done'
  | 'verification-over'
  | 'voicemail-greeting'
  | 'voicemail-tone'
  | 'voicemail-full'
  | 'menu-prompt'
  | 'menu-invalid'
  | QueuePositionName

/** The announcement of a position in a queue, from 1 to 20, or of those behind them. */
export type QueuePositionName = `queue-position-${number | 'many'}`

/** Available languages as BCP 47 tags. Other languages fall back to the base language, then to English. */
export type AnnouncementLanguage = 'de-DE' | 'en-US' | 'es-419' | 'es-ES' | 'fr-CA'

export interface Announcement {
  readonly name: AnnouncementName
  readonly language: AnnouncementLanguage
}

/** The audio of a player. A file is a WAV file, 16-bit mono PCM at 8 or 16 kHz. */
export type PlayerSource =
  | { readonly kind: 'announcement'; readonly announcement: Announcement }
  | { readonly kind: 'file'; readonly file: string }
  /** Has no end. */
  | { readonly kind: 'hold-music' }
