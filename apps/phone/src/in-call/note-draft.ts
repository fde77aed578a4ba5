const prefix = 'parley.note.'

/** Notes as they are typed, until the service has them: they outlive a reload of this tab, and go with it. */
export const noteDraft = {
  /** What was typed and not saved, or null. */
  read: (callId: string): string | null => sessionStorage.getItem(prefix + callId),
  keep(callId: string, notes: string): void {
    try {
      sessionStorage.setItem(prefix + callId, notes)
    } catch {
      // No room is left. The notes are saved a moment later all the same.
    }
  },
  drop: (callId: string): void => sessionStorage.removeItem(prefix + callId),
}
