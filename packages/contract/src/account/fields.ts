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

const storable = (text: string) => !text.includes('\u0000')

/** Text for people. Guarded at 4 KiB, because nobody reads further. */
export const shortText = z.string().max(4096).refine(storable, 'must not contain the character NUL')

const deepestJson = 256

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestJson) return false
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return true
}

/** Any JSON value, null included, replaced as a whole. At most 256 levels deep. */
export const json = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .refine(isShallow, `must not be nested deeper than ${deepestJson} levels`)

const looksLikeEmail =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** An e-mail address. Normalised first (Unicode, white space, case) and checked afterwards. */
export const email = z
  .string()
  .max(320)
  .normalize('NFKC')
  .trim()
  .toLowerCase()
  .regex(looksLikeEmail, 'must be an e-mail address')

/** An e-mail address to sign in with: no stray dots before the @, and a domain with a top level after it. */
export const signInEmail = email.refine(
  (address) => /^[^.@]+(?:\.[^.@]+)*@(?:[^.@]+\.)+[^.@]{2,}$/.test(address),
  'must be an e-mail address with a complete domain',
)

const runsOrReads = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'])

/** A URL to come back to: of the web, or of an application's own scheme; never one that runs or reads something. */
export const callbackUrl = z
  .string()
  .max(4096)
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
export const sentImage = z.string().max(1_000_000).refine(storable, 'must not contain the character NUL')

/** An image of the web. */
export const imageUrl = z
  .string()
  .max(4096)
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'must be a URL of the web')

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
