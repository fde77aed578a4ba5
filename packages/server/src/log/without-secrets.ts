const leftOut = '[redacted]'

/** Names of fields whose value is never logged: parts of names, and whole names. */
const secretName =
  /passw|secret|token|cookie|authorization|credential|api_?key|private_?key|nonce|^(?:code|otp|link|text|html|body)$/i

/** Secrets within any text: JWTs, our keys, credentials, codes and fragments in URLs, long random strings. */
const secretShapes = [
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{20,}/g,
  /(?<=:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
  /(?<=[?&](?:code|token|nonce|state)=)[^&\s]+/g,
  /(?<=https?:\/\/[^\s#]*#)\S+/g,
  /\b[0-9a-hjkmnp-tv-z]{40,}\b/g,
]

const deepest = 5
const longestList = 50

/** Returns a copy without secrets, for logging. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  return cleanedFields(fields, 0)
}

function cleanedFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretName.test(name) && value !== null && value !== undefined && typeof value !== 'boolean'
        ? leftOut
        : cleaned(value, depth + 1),
    ]),
  )
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanedText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > deepest) return '[deep]'
  if (value instanceof Error) return cleanedError(value, depth)
  if (Array.isArray(value)) return value.slice(0, longestList).map((each) => cleaned(each, depth + 1))
  return cleanedFields(value, depth)
}

function cleanedText(text: string): string {
  return secretShapes.reduce((clean, shape) => clean.replace(shape, leftOut), text)
}

/** Errors of libraries may contain data, such as the values of a query, so only these parts are logged. */
function cleanedError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: cleanedText(error.message),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    stack: cleanedText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: cleaned(error.cause, depth + 1) }),
  }
}
