import type { MicrophoneTrouble } from './types.ts'

/** What an error of `getUserMedia` means to a person. */
export async function microphoneTroubleOf(error: unknown): Promise<MicrophoneTrouble> {
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

/** Whether the microphone may be opened without a question; `unknown` where the browser does not say. */
export async function microphonePermission(): Promise<PermissionState | 'unknown'> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state
  } catch {
    return 'unknown'
  }
}
