/** A change that a participant makes during a call. */
export type CallControl =
  | { readonly kind: 'microphone'; readonly state: 'muted' | 'unmuted' }
  | { readonly kind: 'hold'; readonly state: 'held' | 'released' }
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'recording'; readonly change: RecordingChange }

export type RecordingChange = 'start' | 'pause' | 'resume' | 'stop'
