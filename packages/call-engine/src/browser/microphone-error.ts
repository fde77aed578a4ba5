import type { MicrophoneError } from './types.ts'

/** Maps an error of `getUserMedia` to its cause. */
export async function toMicrophoneError(error: unknown): Promise<MicrophoneError> {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return (await queryMicrophonePermission())?.state === 'prompt' ? 'dismissed' : 'denied'
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

/** Returns the permission of the microphone, which changes with the choices of the user; null when the browser has none. */
export async function queryMicrophonePermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'microphone' })
  } catch {
    return null
  }
}
