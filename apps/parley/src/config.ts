import { isIP } from 'node:net'
import { defaultOptions } from '@parley/account-service'
import { fields } from '@parley/contract/phone'
import { isLoopback } from '@parley/server'
import { defaultHttpLimits } from '@parley/server/http'
import { z } from 'zod'
import { parseMediaPorts } from './media-ports.ts'
import { parseRecordingSettings } from './recording-settings.ts'

const port = (fallback: number) =>
  z
    .string()
    .min(1)
    .transform(Number)
    .pipe(z.int().min(0).max(65_535))
    .default(fallback)
    .describe(`a whole number from 0 to 65535, for example ${fallback || 4002}`)
const origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url).origin)
  .optional()
  .describe('a URL that starts with https:// or http://, for example https://phone.example.com')
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

const networks = list
  .refine((entries) => entries.every(isNetwork))
  .describe('IP addresses and networks, separated by commas, for example 10.0.0.0/8,192.0.2.7')

const text = z.string().min(1)
const credential = text.optional().describe('the value that the provider shows, for example parley-4711')
const yesOrNo = z.stringbool().default(false).describe('true or false')
const wholeNumber = z.coerce.number().int().min(1).max(1_000_000_000)
const maximum = (fallback: number) =>
  wholeNumber.default(fallback).describe(`a whole number above 0, for example ${fallback}`)

/** The description of a setting completes the sentence "The setting … must be …". */
const environmentSchema = z.object({
  PARLEY_DATA: text.default('./data').describe('a folder, for example /var/lib/parley'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL URL, for example postgres://parley@localhost/parley'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL URL, for example postgres://parley@localhost/parley'),
  PARLEY_REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('a URL that starts with redis:// or rediss://, for example redis://localhost:6379'),
  PARLEY_HOST: text.default('127.0.0.1').describe('an IP address of this machine, for example 127.0.0.1'),
  PARLEY_PHONE_PORT: port(4000),
  PARLEY_ACCOUNTS_PORT: port(4001),
  PARLEY_PUBLIC_PHONE_URL: origin,
  PARLEY_PUBLIC_ACCOUNTS_URL: origin,
  PARLEY_HSTS_SUBDOMAINS: yesOrNo,
  PARLEY_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('at least 32 characters long, for example the output of "openssl rand -base64 32"'),
  PARLEY_TRUSTED_PROXIES: networks,
  PARLEY_MAX_CONNECTIONS: maximum(defaultHttpLimits.maxConnections),
  PARLEY_MAX_CONNECTIONS_PER_NETWORK: maximum(defaultHttpLimits.maxConnectionsPerNetwork),
  PARLEY_SIP_HOST: text
    .regex(/^[^:]*$/)
    .default('127.0.0.1')
    .describe('an IPv4 address or a host name without a port, for example 203.0.113.5'),
  PARLEY_SIP_PORT: port(5060),
  PARLEY_MEDIA_PORT: port(0),
  PARLEY_MEDIA_PORTS: maximum(1_000),
  PARLEY_CARRIER_PORT: port(0),
  PARLEY_OUTBOUND_NETWORKS: networks,
  PARLEY_INTERNAL_SIGN_UP: yesOrNo,
  PARLEY_PHONE_SIGN_UP: z
    .enum(['open', 'invited'])
    .optional()
    .describe('open or invited, for example invited'),
  PARLEY_LANGUAGE: fields.workspaceLanguage
    .default('en-US')
    .describe(`one of ${fields.workspaceLanguage.options.join(', ')}, for example de-DE`),
  PARLEY_MAX_CONCURRENT_CALLS: maximum(500),
  PARLEY_MAX_CONTACTS_PER_WORKSPACE: maximum(100_000),
  PARLEY_MAX_PRIVATE_CONTACTS_PER_USER: wholeNumber
    .optional()
    .describe('a whole number above 0, for example 10000'),
  PARLEY_CONTACTS_QUOTA_MB: maximum(500),
  PARLEY_ANNOUNCEMENTS_QUOTA_MB: maximum(100),
  PARLEY_WEBHOOKS_QUOTA_MB: maximum(500),
  PARLEY_MAX_LIVE_CONNECTIONS_PER_USER: maximum(50),
  PARLEY_MAX_LIVE_CONNECTIONS_PER_NETWORK: maximum(100),
  PARLEY_RATE_LIMIT_FACTOR: z.coerce
    .number()
    .positive()
    .max(1_000_000)
    .default(1)
    .describe('a number above 0 and up to 1000000, for example 0.5'),
  PARLEY_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('a URL that starts with smtps:// or smtp://, for example smtps://mail.example.com'),
  PARLEY_MAIL_FROM: z.email().optional().describe('an e-mail address, for example parley@example.com'),
  PARLEY_AUDIT_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(defaultOptions.auditRetentionDays)
    .describe('a whole number from 1 to 36500, for example 365'),
  PARLEY_RECORDINGS_QUOTA_MB: maximum(50_000),
  PARLEY_MIN_FREE_DISK_MB: maximum(1_000),
  PARLEY_RECORDINGS_URL: z
    .string()
    .regex(/^s3:\/\/[\w.-]{3,63}(\/[\w./-]*)?$/)
    .optional()
    .describe('a bucket with or without a prefix, for example s3://parley/recordings'),
  PARLEY_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('a URL that starts with https:// or http://, for example https://s3.example.com'),
  PARLEY_S3_REGION: text.optional().describe('the name of a region, for example eu-central-1'),
  PARLEY_S3_ACCESS_KEY: credential,
  PARLEY_S3_SECRET_KEY: credential,
  PARLEY_AI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('a URL that starts with https:// or http://, for example https://ai.example.com/v1'),
  PARLEY_AI_MODEL: text.optional().describe('the name of a model, for example small-1'),
  PARLEY_AI_KEY: credential,
  PARLEY_GOOGLE_CLIENT_ID: credential,
  PARLEY_GOOGLE_CLIENT_SECRET: credential,
  PARLEY_GITHUB_CLIENT_ID: credential,
  PARLEY_GITHUB_CLIENT_SECRET: credential,
  PARLEY_MICROSOFT_CLIENT_ID: credential,
  PARLEY_MICROSOFT_CLIENT_SECRET: credential,
  PARLEY_SPOTIFY_CLIENT_ID: credential,
  PARLEY_SPOTIFY_CLIENT_SECRET: credential,
  PARLEY_SHARED_PROVIDER_TOKENS: yesOrNo,
  PARLEY_RING_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(600)
    .default(45)
    .describe('a whole number from 5 to 600, for example 45'),
  PARLEY_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe('a whole number from 0 to 86400, for example 600'),
  PARLEY_LOG_LEVEL: z
    .enum(['info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('info, warn, error or silent, for example warn'),
})

function readContactLimits(data: z.output<typeof environmentSchema>) {
  return {
    maxContactsPerWorkspace: data.PARLEY_MAX_CONTACTS_PER_WORKSPACE,
    maxPrivateContactsPerUser: data.PARLEY_MAX_PRIVATE_CONTACTS_PER_USER,
    maxContactBytes: data.PARLEY_CONTACTS_QUOTA_MB * 1_000_000,
  }
}

export type Config = ReturnType<typeof parseConfig>

/**
 * Parses the settings from the environment. No other file reads process.env.
 *
 * @throws {Error} with one sentence per invalid setting.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>) {
  const parsed = environmentSchema.safeParse(env)
  if (!parsed.success) throw new Error(explainSettings(parsed.error))
  const { data } = parsed
  if (data.DATABASE_DIRECT_URL && !data.DATABASE_URL)
    throw new Error('Set DATABASE_URL too, or leave DATABASE_DIRECT_URL out.')
  return {
    dataDirectory: data.PARLEY_DATA,
    databaseUrl: data.DATABASE_URL ?? null,
    /** URL of the server itself when `databaseUrl` is that of a connection pooler. */
    databaseDirectUrl: data.DATABASE_DIRECT_URL ?? null,
    /** Connects several phone services; null for a single one. */
    redisUrl: data.PARLEY_REDIS_URL ?? null,
    host: data.PARLEY_HOST,
    phone: { port: data.PARLEY_PHONE_PORT, publicUrl: data.PARLEY_PUBLIC_PHONE_URL ?? null },
    accounts: { port: data.PARLEY_ACCOUNTS_PORT, publicUrl: data.PARLEY_PUBLIC_ACCOUNTS_URL ?? null },
    /** Whether Strict-Transport-Security includes the subdomains of the public hosts. */
    hasHstsSubDomains: data.PARLEY_HSTS_SUBDOMAINS,
    /** Generated into the data directory when null. */
    secret: data.PARLEY_SECRET ?? null,
    trustedProxies: data.PARLEY_TRUSTED_PROXIES,
    httpLimits: parseHttpLimits(data),
    sip: { host: data.PARLEY_SIP_HOST, port: data.PARLEY_SIP_PORT },
    media: parseMediaPorts(data),
    carrierPort: data.PARLEY_CARRIER_PORT,
    /** Private networks in CIDR notation to which outbound requests and trunks are allowed. */
    outboundNetworks: data.PARLEY_OUTBOUND_NETWORKS,
    isInternalSignUpEnabled: data.PARLEY_INTERNAL_SIGN_UP,
    /** Null leaves the stored setting of the phone's project. */
    phoneSignUp: data.PARLEY_PHONE_SIGN_UP ?? null,
    /** Whether other machines can open the pages. */
    isReachable: isReachable(data),
    /** Language of workspaces whose administrators have chosen none. */
    language: data.PARLEY_LANGUAGE,
    maxConcurrentCalls: data.PARLEY_MAX_CONCURRENT_CALLS,
    contactLimits: readContactLimits(data),
    maxAnnouncementBytes: data.PARLEY_ANNOUNCEMENTS_QUOTA_MB * 1_000_000,
    maxWebhookEventBytes: data.PARLEY_WEBHOOKS_QUOTA_MB * 1_000_000,
    /** Connections of the phone's live socket. */
    maxLiveConnections: {
      perUser: data.PARLEY_MAX_LIVE_CONNECTIONS_PER_USER,
      perNetwork: data.PARLEY_MAX_LIVE_CONNECTIONS_PER_NETWORK,
    },
    rateLimitFactor: data.PARLEY_RATE_LIMIT_FACTOR,
    /** When `from` is null, the default sender of the account service is used. */
    mail: { smtpUrl: data.PARLEY_SMTP_URL ?? null, from: data.PARLEY_MAIL_FROM ?? null },
    auditRetentionDays: data.PARLEY_AUDIT_DAYS,
    recordings: parseRecordingSettings(data),
    aiModel: parseAiModel(data),
    /** The server's OAuth client credentials, which projects may share. */
    sharedProviders: parseSharedProviders(data),
    /** Whether projects may receive provider tokens that were issued to the shared credentials. */
    areSharedProviderTokensAllowed: data.PARLEY_SHARED_PROVIDER_TOKENS,
    ringTimeoutMs: data.PARLEY_RING_TIMEOUT_SECONDS * 1_000,
    /** How long running calls may continue after a stop signal; null for the default of the command. */
    drainSeconds: data.PARLEY_DRAIN_SECONDS ?? null,
    logLevel: data.PARLEY_LOG_LEVEL,
  }
}

/** Returns what a setting must be. Without its value, which may be a secret. */
function explainSettings({ issues }: z.ZodError): string {
  const names = new Set(issues.map(({ path }) => String(path[0])))
  return [...names].map(explainSetting).join('\n')
}

function explainSetting(name: string): string {
  const setting = Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1]
  return `The setting ${name} must be ${setting?.description ?? 'valid'}.`
}

type Environment = z.output<typeof environmentSchema>

function parseHttpLimits(data: Environment) {
  return {
    maxConnections: data.PARLEY_MAX_CONNECTIONS,
    maxConnectionsPerNetwork: data.PARLEY_MAX_CONNECTIONS_PER_NETWORK,
  }
}

/** A model needs both URL and name. */
function parseAiModel({ PARLEY_AI_URL: url, PARLEY_AI_MODEL: model, PARLEY_AI_KEY: key }: Environment) {
  if (url === undefined && model === undefined) return null
  if (url === undefined || model === undefined)
    throw new Error('Set both PARLEY_AI_URL and PARLEY_AI_MODEL, or neither.')
  return { url, model, key: key ?? null }
}

function parseSharedProviders(data: Environment) {
  return {
    google: parseCredentials(data, 'GOOGLE'),
    github: parseCredentials(data, 'GITHUB'),
    microsoft: parseCredentials(data, 'MICROSOFT'),
    spotify: parseCredentials(data, 'SPOTIFY'),
  }
}

function parseCredentials(data: Environment, name: 'GOOGLE' | 'GITHUB' | 'MICROSOFT' | 'SPOTIFY') {
  const clientId = data[`PARLEY_${name}_CLIENT_ID`]
  const clientSecret = data[`PARLEY_${name}_CLIENT_SECRET`]
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined)
    throw new Error(`Set both PARLEY_${name}_CLIENT_ID and PARLEY_${name}_CLIENT_SECRET, or neither.`)
  return { clientId, clientSecret }
}

/** Whether an entry is an IP address or a network in CIDR notation. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const maxPrefix = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (maxPrefix < 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix)
}

function isReachable(settings: z.output<typeof environmentSchema>): boolean {
  const publicUrl = settings.PARLEY_PUBLIC_PHONE_URL ?? settings.PARLEY_PUBLIC_ACCOUNTS_URL
  return publicUrl !== undefined || !isLoopback(settings.PARLEY_HOST)
}
