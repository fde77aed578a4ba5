import { z } from 'zod'
import { accountId, countryCode, directoryService, e164 } from './fields.ts'
import { phoneEndpoint } from './phone-endpoint.ts'

export const getClientConfig = phoneEndpoint({
  method: 'GET',
  path: '/client-config',
  access: 'public',
  summary: 'Get what the web application needs before anybody has signed in.',
  response: z.object({
    /** Origin of the account service as a browser reaches it, without a trailing slash. */
    accountsUrl: z.string(),
    projectId: z.string(),
    publishableClientKey: z.string(),
  }),
  errors: [],
})

/** A number that may be called from. */
export const ownNumber = z.object({
  number: e164,
  /** Where it lives: the built-in carrier, or a trunk of the workspace. */
  through: z.enum(['carrier', 'trunk']),
  /** Name of the trunk; null for the carrier. */
  trunkName: z.string().nullable(),
  /** `me`: calls to it ring the caller of this endpoint only. `workspace`: they ring every member. */
  rings: z.enum(['me', 'workspace']),
})

/** A number of the built-in carrier at which something answers, to try the line with. */
export const directoryEntry = z.object({
  number: e164,
  /** What answers there: a key of the message catalogues. */
  service: directoryService,
  /** In English, as what happens there. */
  name: z.string(),
  does: z.string(),
})

export type DirectoryEntry = z.infer<typeof directoryEntry>

export const getMe = phoneEndpoint({
  method: 'GET',
  path: '/me',
  access: 'member',
  summary:
    'Get who is calling, in which workspace, with which numbers. The first time it gives a number of the carrier.',
  response: z.object({
    user: z.object({
      id: accountId,
      displayName: z.string().nullable(),
      primaryEmail: z.string().nullable(),
    }),
    workspace: z.object({ id: accountId, displayName: z.string() }),
    workspaces: z.array(z.object({ id: accountId, displayName: z.string() })),
    isPhoneAdmin: z.boolean(),
    numbers: z.array(ownNumber),
    directory: z.array(directoryEntry),
    /** The country that numbers without a prefix belong to. */
    homeCountry: countryCode,
    /** How long a call of a browser that went away is kept. */
    detachedKeepMs: z.int(),
    hasTrunk: z.boolean(),
  }),
  errors: ['NO_NUMBER_LEFT'],
})

export const meEndpoints = [getClientConfig, getMe] as const
