import { vi } from 'vitest'

interface CeremonyOptions {
  readonly mediation?: string
  readonly signal: AbortSignal
  readonly publicKey: { readonly rpId: string }
}

type Ceremony = (options: CeremonyOptions) => Promise<unknown>

interface Browser {
  /** The result of the passkey dialog. */
  dialog?: Ceremony
  /** The result of a chosen suggestion; without it, the browser offers none. */
  suggestion?: Ceremony
}

/** Replaces the passkeys of the browser until `vi.unstubAllGlobals`. Returns the function that gets a passkey. */
export function stubBrowser({ dialog = refuse('NotAllowedError'), suggestion }: Browser) {
  const isConditionalMediationAvailable = async () => suggestion !== undefined
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable }),
  )
  const get = vi.fn((options: CeremonyOptions) =>
    options.mediation === 'conditional' && suggestion ? suggestion(options) : dialog(options),
  )
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  return get
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** A user who chooses the passkey with an id. */
export const choose = (id: string) => async () => ({
  id,
  rawId: bytes(id),
  type: 'public-key',
  response: { authenticatorData: bytes('a'), clientDataJSON: bytes('b'), signature: bytes('c') },
  getClientExtensionResults: () => ({}),
})

/** A browser that fails with an error of a name. The DOMException of jsdom is no Error. */
export const refuse =
  (name: string): Ceremony =>
  () =>
    Promise.reject(Object.assign(new Error('Refused.'), { name }))

/** Waits until another ceremony begins, as a browser does while no suggestion is chosen. */
export const wait: Ceremony = ({ signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
