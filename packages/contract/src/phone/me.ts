import { z } from 'zod'
import { forwardingErrors } from './call.ts'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { accountId, countryCode, directoryService, e164, timeZone, workspaceLanguage } from './fields.ts'

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
  /** Origin of the number: the simulated network, a trunk of the workspace, or a verification. */
  source: z.enum(['carrier', 'trunk', 'verification']),
  /** Name of the trunk; null for other numbers. */
  trunkName: z.string().nullable(),
  /** The name of a verified number; null for other numbers, and without a name. */
  label: z.string().nullable(),
  /** `me`: incoming calls ring this user only. `workspace`: they ring all members. `elsewhere`: not in Parley. */
  ringsFor: z.enum(['me', 'workspace', 'elsewhere']),
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
    /** Whether an administrator has chosen it; before, it is that of the server. */
    isHomeCountryChosen: z.boolean(),
    /** The language of announcements and of e-mails about calls. */
    workspaceLanguage,
    /** Whether an administrator has chosen it; before, it is that of the server. */
    isWorkspaceLanguageChosen: z.boolean(),
    /** How long a call waits for a disconnected browser. */
    detachedKeepMs: z.int(),
    hasTrunk: z.boolean(),
    /** Whether the operator allows this workspace to have trunks. */
    areTrunksGranted: z.boolean(),
    /** The address of the emergency route; null when emergency numbers cannot be called. */
    emergencyAddress: z.string().nullable(),
  }),
  errors: [],
})

/** The settings of a user, in all workspaces and on all devices. */
export const userSettings = z.object({
  /** `hidden`: colleagues always see the user as away. */
  presence: z.enum(['shown', 'hidden']),
  /** Whether browsers notify the user of calls, if the user allows it there. */
  notifications: z.enum(['on', 'off']),
  ringtone: z.enum(['classic', 'chime', 'pulse']),
  /** In percent; 0 is silent. */
  ringVolume: z.int().min(0).max(100),
  theme: z.enum(['system', 'light', 'dark']),
  /** E-mails about missed calls: none, those to the user's own number, or those to all numbers. */
  missedCallMails: z.enum(['off', 'own', 'all']),
  /** `on`: no call rings for the user. */
  doNotDisturb: z.enum(['off', 'on']),
  /** When `doNotDisturb` ends, at most in the year 9999; null: when the user turns it off. */
  doNotDisturbUntil: z.int().min(0).max(253_402_300_799_999).nullable(),
  /**
   * How long calls ring for the user, to their own number and by a route that leads to them, before voicemail or
   * forwarding; null: as long as usual. Groups and queues have their own times.
   */
  ringSeconds: z.int().min(10).max(60).nullable(),
  /** Whether voicemail answers the calls to the user's own number that they do not answer. */
  voicemail: z.enum(['on', 'off']),
  /**
   * The number to which calls for the user are forwarded, within the limits of the workspace: those that they do
   * not answer, or all of them.
   */
  forwarding: z.object({ when: z.enum(['unanswered', 'always']), number: e164 }).nullable(),
  /** The time zone of the times in e-mails: that of the browser used last; null: UTC. */
  timeZone: timeZone.nullable(),
})

export type UserSettings = z.infer<typeof userSettings>

export const getUserSettings = definePhoneEndpoint({
  method: 'GET',
  path: '/me/settings',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get the settings of the user.',
  response: userSettings,
  errors: [],
})

export const getMailStatus = definePhoneEndpoint({
  method: 'GET',
  path: '/me/mails',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get whether the phone sends the user e-mails about missed calls: the operator can turn them off.',
  response: z.object({
    arePossible: z.boolean(),
    /** E-mails are sent once it is. */
    isEmailVerified: z.boolean(),
    /** About which missed calls the user gets e-mails: the own setting, or the one of the workspace. */
    missedCalls: z.enum(['off', 'own', 'all']),
  }),
  errors: [],
})

export const updateUserSettings = definePhoneEndpoint({
  method: 'PATCH',
  path: '/me/settings',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Change settings of the user. Omitted settings do not change.',
  body: userSettings.partial(),
  response: userSettings,
  errors: forwardingErrors,
})
