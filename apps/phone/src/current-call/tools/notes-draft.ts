const prefix = 'parley.note.'

/** Unsaved notes in session storage: they survive a reload of this tab, but not its closing. */
export const notesDraft = {
  /** The unsaved notes of a call, or null. */
  read: (callId: string): string | null => sessionStorage.getItem(prefix + callId),
  save(callId: string, notes: string): void {
    try {
      sessionStorage.setItem(prefix + callId, notes)
    } catch {
      // The storage quota is exhausted. The notes are saved to the service shortly anyway.
    }
  },
  remove: (callId: string): void => sessionStorage.removeItem(prefix + callId),
}
