import { z } from 'zod'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { accountId, countryCode, directoryService, e164 } from './fields.ts'

export const getClientConfig = definePhoneEndpoint({
  method: 'GET',
  path: '/client-config',
  access: 'public',
  rateLimit: 'client-config',
  summary: 'Get the configuration that the web application needs before sign-in.',
  response: z.object({
    /** Public origin of the account service, without a trailing slash. */
    accountsUrl: z.string(),
    projectId: z.string(),
    publishableClientKey: z.string(),
  }),
  errors: [],
})

/** A number that can be used as caller ID. */
export const callerIdNumber = z.object({
  number: e164,
  /** Origin of the number: the simulated network, or a trunk of the workspace. */
  through: z.enum(['carrier', 'trunk']),
  /** Name of the trunk; null for the simulated network. */
  trunkName: z.string().nullable(),
  /** `me`: incoming calls ring this user only. `workspace`: they ring all members. */
  rings: z.enum(['me', 'workspace']),
})

/** A test number of the simulated network. */
export const directoryEntry = z.object({
  number: e164,
  /** The service behind the number: a key of the message catalogues. */
  service: directoryService,
  /** In English, like `does`. */
  name: z.string(),
  does: z.string(),
})

export type DirectoryEntry = z.infer<typeof directoryEntry>

export const getMe = definePhoneEndpoint({
  method: 'GET',
  path: '/me',
  access: 'member',
  rateLimit: 'reads',
  summary:
    'Get the user, their workspaces and their numbers. The first request assigns a number of the simulated network.',
  response: z.object({
    user: z.object({
      id: accountId,
      displayName: z.string().nullable(),
      primaryEmail: z.string().nullable(),
    }),
    workspace: z.object({ id: accountId, displayName: z.string() }),
    workspaces: z.array(z.object({ id: accountId, displayName: z.string() })),
    isPhoneAdmin: z.boolean(),
    numbers: z.array(callerIdNumber),
    directory: z.array(directoryEntry),
    /** The country of numbers without a country code. */
    homeCountry: countryCode,
    /** How long a call waits for a disconnected browser. */
    detachedKeepMs: z.int(),
    hasTrunk: z.boolean(),
    /** Whether the operator allows this workspace to have trunks. */
    areTrunksGranted: z.boolean(),
  }),
  errors: ['NO_NUMBER_LEFT'],
})
