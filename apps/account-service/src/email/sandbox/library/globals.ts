/** Globals that bundled packages expect and QuickJS lacks. None of them reaches outside the sandbox. */
const noop = () => {}

// There is no event loop for timers, so a delayed callback runs as a microtask.
const runAsMicrotask = (run: () => void) => void Promise.resolve().then(run)

/** Placeholder classes: schemas may refer to them, but no instance exists. */
const placeholderClasses = Object.fromEntries(
  ['Blob', 'File', 'FormData', 'Headers', 'Request', 'Response'].map((name) => [name, class {}]),
)

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes Base64 to a binary string (HTML, `atob`); packages embed tables in it. */
function atob(text: string): string {
  let bytes = ''
  let bits = 0
  let held = 0
  for (const digit of text.replace(/[\s=]/g, '')) {
    held = ((held << 6) | base64Digits.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes += String.fromCharCode((held >> bits) & 0xff)
  }
  return bytes
}

/** Clones plain data (HTML, `structuredClone`), as far as packages need it. */
function structuredClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(structuredClone) as T
  if (value instanceof Map)
    return new Map([...value].map(([key, held]) => [structuredClone(key), structuredClone(held)])) as T
  if (value instanceof Set) return new Set([...value].map(structuredClone)) as T
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, structuredClone(held)])) as T
}

/** Validates URLs for schemas. Components are not parsed. */
class Url {
  readonly href: string

  constructor(text: unknown) {
    if (!Url.canParse(text)) throw new TypeError('This is not a URL.')
    this.href = String(text)
  }

  static canParse(text: unknown): boolean {
    return /^[a-z][a-z\d+.-]*:(?:\/\/[^\s/?#]+)?[^\s]*$/i.test(String(text))
  }

  toString(): string {
    return this.href
  }
}

Object.assign(globalThis, placeholderClasses, {
  URL: Url,
  atob,
  structuredClone,
  console: { log: noop, info: noop, warn: noop, error: noop, debug: noop },
  queueMicrotask: runAsMicrotask,
  setTimeout: runAsMicrotask,
  clearTimeout: noop,
})
