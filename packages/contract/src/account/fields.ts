import { z } from 'zod'

/** Any UUID, in any case; lower case afterwards. */
export const uuid = z
  .string()
  .regex(
    /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f-]*(?<=^0{8}-0{4}-0{4}-0{4}-0{12}))$/i,
    'must be a UUID',
  )
  .toLowerCase()

/** A user, or the literal `me` for the one who is signed in. Operations never see `me`: it is replaced before. */
export const userIdOrMe = z.union([z.literal('me'), uuid], 'must be a UUID or me')

/** What PostgreSQL keeps as it came: it takes no NUL, and no half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const unstorable = 'must not contain the character NUL or half of a surrogate pair'

/** Text that is kept. How long it may be is for each call to say. */
export const keptText = z.string().refine(isStorable, unstorable)

/** Text for people. Guarded at 4 KiB, because nobody reads further. */
export const shortText = keptText.max(4096)

const deepestJson = 256

/** The first place where a JSON value cannot be kept, and why. */
function findUnstorable(value: unknown, path: string[] = []): { path: string[]; message: string } | null {
  if (path.length > deepestJson)
    return { path: [], message: `must not be nested deeper than ${deepestJson} levels` }
  if (typeof value === 'string') return isStorable(value) ? null : { path: [...path], message: unstorable }
  if (typeof value !== 'object' || value === null) return null

  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return { path: [...path], message: `has a key that ${unstorable}` }
    path.push(key)
    const found = findUnstorable((value as Record<string, unknown>)[key], path)
    path.pop()
    if (found) return found
  }
  return null
}

/** Any JSON value, null included, replaced as a whole. At most 256 levels deep, and text as it can be kept. */
export const json = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .check(({ value, issues }) => {
    const found = findUnstorable(value)
    if (found) issues.push({ code: 'custom', input: value, ...found })
  })

const looksLikeEmail =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** An e-mail address. Normalised first (Unicode, white space, case) and checked afterwards. */
export const email = z
  .string()
  .max(320)
  .normalize('NFKC')
  .trim()
  .toLowerCase()
  // What is no address at all is told so once: nothing further is looked for in it.
  .regex(looksLikeEmail, { error: 'must be an e-mail address', abort: true })

/** An e-mail address to sign in with: no stray dots before the @, and a domain with a top level after it. */
export const signInEmail = email.refine(
  (address) => /^[^.@]+(?:\.[^.@]+)*@(?:[^.@]+\.)+[^.@]{2,}$/.test(address),
  'must be an e-mail address with a complete domain',
)

const runsOrReads = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'])

/** A URL to come back to: of the web, or of an application's own scheme; never one that runs or reads something. */
export const callbackUrl = shortText
  .refine((url) => URL.canParse(url) && !/[\s\\]/.test(url), 'must be a URL')
  .refine(
    (url) => !URL.canParse(url) || !runsOrReads.has(new URL(url).protocol),
    'must be a URL to come back to',
  )

/** A password as somebody typed it. Its length is the operation's to judge, because that has codes of its own. */
export const passwordAsTyped = z.string()

/** A code out of an e-mail: 45 letters and digits, in any case. */
export const verificationCode = z.string().length(45).toLowerCase()

/** A picture as somebody sends it: a data URL, or from back ends an address of the web. The operation judges it. */
export const sentImage = keptText.max(1_000_000)

/** An image of the web. */
export const imageUrl = shortText.refine(
  (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
  'must be a URL of the web',
)

/** `true` or `false` as text of a query. */
export const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Milliseconds since the epoch. */
export const epochMillis = z.int()

/** The answer of a call that has nothing to tell. */
export const success = z.object({ success: z.literal(true) })

export const codeIsValid = z.object({ is_code_valid: z.literal(true) })

/** A list that comes as one page. */
export function listOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), is_paginated: z.literal(false) })
}

/** Makes the part of the tokens of one who has signed in. */
export const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), user_id: z.uuid() })
