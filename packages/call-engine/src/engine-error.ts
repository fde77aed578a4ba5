export type EngineErrorCode =
  | 'engine-closed'
  | 'conference-closed'
  | 'conference-exists'
  | 'media-unavailable'
  | 'no-free-port'
  | 'no-such-leg'
  | 'leg-exists'
  | 'no-such-transfer'
  | 'no-such-trunk'
  | 'no-such-incoming'
  | 'number-not-dialable'
  | 'invalid-answer'
  | 'invalid-dialog'

const errorMessages: Record<EngineErrorCode, string> = {
  'engine-closed': 'The call engine is closed.',
  'conference-closed': 'The conference is closed.',
  'conference-exists': 'A conference with this id is already open.',
  'media-unavailable': 'No media process is running.',
  'no-free-port': 'No UDP port is free for a WebRTC connection.',
  'no-such-leg': 'Leg not found in the conference.',
  'leg-exists': 'The id of the leg is in use.',
  'no-such-transfer': 'The trunk has requested no transfer of the leg, or may not.',
  'no-such-trunk': 'Trunk not found.',
  'no-such-incoming': 'The incoming call has ended or is a leg already.',
  'number-not-dialable': 'The number cannot be dialled: only digits, plus, star and hash are allowed.',
  'invalid-answer': 'The answer of the browser is invalid.',
  'invalid-dialog': 'The stored dialog is malformed.',
}

/**
 * Thrown when the engine is misused or an operation comes too late. Failures of the telephone network are
 * reported by events instead.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, options?: ErrorOptions) {
    super(errorMessages[code], options)
    this.code = code
  }
}
