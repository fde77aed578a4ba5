import { z } from 'zod'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { accountId, e164 } from './fields.ts'

/** Another member of the workspace. */
export const colleague = z.object({
  userId: accountId,
  /** The name of the member in the workspace, or the e-mail; null if there is neither. */
  name: z.string().nullable(),
  /** The number that rings this member only; null until the member opens the phone for the first time. */
  number: e164.nullable(),
})

export type Colleague = z.infer<typeof colleague>

export const listColleagues = definePhoneEndpoint({
  method: 'GET',
  path: '/colleagues',
  access: 'member',
  rateLimit: 'reads',
  summary:
    'List all other members of the workspace by name. Empty for a user who may not see the members in the account service.',
  response: z.object({ items: z.array(colleague) }),
  errors: [],
})
