import type { MicrophoneError } from './types.ts'

/** Maps an error of `getUserMedia` to its cause. */
export async function toMicrophoneError(error: unknown): Promise<MicrophoneError> {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return (await microphonePermission()) === 'prompt' ? 'dismissed' : 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none-found'
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use'
    default:
      return 'failed'
  }
}

/** Returns the permission state of the microphone; `unknown` when the browser does not report it. */
export async function microphonePermission(): Promise<PermissionState | 'unknown'> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state
  } catch {
    return 'unknown'
  }
}
