import { z } from 'zod'

/** A UUID of version 1 to 5 or the nil UUID, in any case; converted to lower case. */
export const uuid = z
  .string()
  .regex(
    /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f-]*(?<=^0{8}-0{4}-0{4}-0{4}-0{12}))$/i,
    'must be a UUID',
  )
  .toLowerCase()

/** A user id, or `me` for the signed-in user. `me` is replaced by the id before the operation runs. */
export const userIdOrMe = z.union([z.literal('me'), uuid], 'must be a UUID or me')

/** PostgreSQL text can contain neither NUL nor a lone surrogate. */
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

const unstorableMessage = 'must not contain the character NUL or a lone surrogate'

/** A string that the database can store. Each endpoint sets its own maximum length. */
export const storableString = z.string().refine(isStorable, unstorableMessage)

/** A string of at most 4096 UTF-16 code units. */
export const boundedString = storableString.max(4096)

/** A string that is not empty. The message names what is missing from a configuration. */
export const configuredString = (missing: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .min(1, missing)
    .max(4096)
    .refine(isStorable, unstorableMessage)

const maxJsonDepth = 256

/** Returns the first path at which a JSON value cannot be stored, with the reason, or null. */
function findUnstorableValue(
  value: unknown,
  path: string[] = [],
): { path: string[]; message: string } | null {
  if (path.length > maxJsonDepth)
    return { path: [], message: `must not be nested deeper than ${maxJsonDepth} levels` }
  if (typeof value === 'string')
    return isStorable(value) ? null : { path: [...path], message: unstorableMessage }
  if (typeof value !== 'object' || value === null) return null

  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return { path: [...path], message: `has a key that ${unstorableMessage}` }
    path.push(key)
    const found = findUnstorableValue((value as Record<string, unknown>)[key], path)
    path.pop()
    if (found) return found
  }
  return null
}

/**
 * Any JSON value, null included, at most 256 levels deep, with storable strings. Updates replace the whole
 * value.
 */
export const jsonValue = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .check(({ value, issues }) => {
    const found = findUnstorableValue(value)
    if (found) issues.push({ code: 'custom', input: value, ...found })
  })

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** An e-mail address. Normalised (Unicode, white space, case) before validation. */
export const email = z
  .string()
  // Abort: the time of normalisation grows with the square of the number of combining marks.
  .max(320, { abort: true })
  .normalize('NFKC')
  .trim()
  .toLowerCase()
  // Abort, so that an invalid address is reported with one issue only.
  .regex(emailPattern, { error: 'must be an e-mail address', abort: true })

/**
 * An e-mail address for sign-in: no leading, trailing or repeated dots before the @, and a domain with a
 * top-level domain.
 */
export const signInEmail = email.refine(
  (address) => /^[^.@]+(?:\.[^.@]+)*@(?:[^.@]+\.)+[^.@]{2,}$/.test(address),
  'must be an e-mail address with a complete domain',
)

const forbiddenSchemes = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
])

/**
 * A callback URL: http, https or the custom scheme of an application, but no scheme that executes code or
 * reads files.
 */
export const callbackUrl = boundedString
  .refine((url) => URL.canParse(url) && !/[\s\\]/.test(url), 'must be a URL')
  .refine(
    (url) => !URL.canParse(url) || !forbiddenSchemes.has(new URL(url).protocol),
    'must be a callback URL',
  )

/**
 * A password as entered. The operation checks its length, because too short and too long have their own error
 * codes.
 */
export const rawPassword = z.string()

/** A verification code from an e-mail: 45 letters and digits, in any case. */
export const verificationCode = z.string().length(45).toLowerCase()

/** An image as a data URL, or an HTTP(S) URL from back ends. The operation validates it. */
export const imageInput = storableString.min(1).max(1_000_000)

/** Maximum size of bodies with images, metadata, sources of e-mails or long lists. */
export const largeBodyBytes = 2 * 1024 * 1024

/**
 * Maximum size of bodies that clients send with an image of 300 KiB as data URL and metadata of 128 KiB. Most of
 * a larger body would be keys that cost time and are then rejected.
 */
export const clientBodyBytes = 640 * 1024

/** The HTTP(S) URL of an image. */
export const imageUrl = boundedString.refine(
  (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
  'must be an HTTP or HTTPS URL',
)

/** `true` or `false` as a query string value. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Parameter with which a response leaves out all metadata, for clients that need names only. */
export const omitMetadata = queryBoolean.optional()

/** Milliseconds since the epoch. */
export const epochMillis = z.int()

/** The response body of an operation that returns no data. */
export const success = z.object({ success: z.literal(true) })

export const validCodeResponse = z.object({ is_code_valid: z.literal(true) })

/** A list response without pagination. */
export function listResponse<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), is_paginated: z.literal(false) })
}

/** The tokens of a new session. */
export const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), user_id: z.uuid() })

/**
 * Parameters of the public clients from 2.8.89 for pages that check for bots. The service does not check and
 * ignores them.
 */
export const botChallenge = {
  bot_challenge_token: z.string().max(4096).optional(),
  bot_challenge_phase: z.enum(['visible', 'invisible']).optional(),
  bot_challenge_unavailable: z.literal('true').optional(),
}
