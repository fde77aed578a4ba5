const redacted = '[redacted]'

/** Names of fields whose value is never logged: parts of names, and whole names. */
const secretName =
  /passw|secret|token|cookie|authorization|credential|api_?key|private_?key|nonce|^(?:code|otp|link|text|html|body)$/i

/** Secrets within any text: JWTs, our keys, credentials, codes and fragments in URLs, long random strings. */
const secretPatterns = [
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{20,}/g,
  /(?<=:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
  /(?<=[?&](?:code|token|nonce|state)=)[^&\s]+/g,
  /(?<=https?:\/\/[^\s#]*#)\S+/g,
  /\b[0-9a-hjkmnp-tv-z]{40,}\b/g,
]

const maxDepth = 5
const maxListLength = 50

/** Returns a copy without secrets, for logging. */
export function redactSecrets(fields: object): Record<string, unknown> {
  return redactFields(fields, 0)
}

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretName.test(name) && value !== null && value !== undefined && typeof value !== 'boolean'
        ? redacted
        : redactValue(value, depth + 1),
    ]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > maxDepth) return '[deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.slice(0, maxListLength).map((each) => redactValue(each, depth + 1))
  return redactFields(value, depth)
}

function redactText(text: string): string {
  return secretPatterns.reduce((clean, shape) => clean.replace(shape, redacted), text)
}

/** Errors of libraries may contain data, such as the values of a query, so only these parts are logged. */
function redactError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    stack: redactText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  }
}
