import { randomUUID } from 'node:crypto'

const maxPerName = 6
/** The pages to which the links of e-mails lead. */
const callbackPages = ['magic-link-callback', 'password-reset', 'email-verification', 'team-invitation']

/** Values for fields by name: valid examples, and ids that responses contained. */
export interface KnownValues {
  readonly values: Readonly<Record<string, readonly unknown[]>>
  /** Adds the ids of a response of an endpoint, so that later requests name things that exist. */
  learn(path: string, response: unknown): void
}

interface Basis {
  /** The URL of the hosted pages. */
  readonly pages: string
  /** The user whose requests are sent. */
  readonly userId: string
}

export function createKnownValues({ pages, userId }: Basis): KnownValues {
  const values: Record<string, unknown[]> = {
    email: [`hedy.${randomUUID()}@example.com`],
    primary_email: [`grace.${randomUUID()}@example.com`],
    password: ['correct horse battery staple'],
    callback_url: callbackPages.map((page) => `${pages}/${page}`),
    verification_callback_url: [`${pages}/email-verification`],
    url: ['https://192.0.2.1/parley', 'https://8.8.8.8/parley'],
    domain: ['https://notes.example.com'],
    host: ['127.0.0.1', 'localhost'],
    outboundProxy: [null, '127.0.0.1'],
    numbers: [[]],
    number: ['+12025550160'],
    typed: ['+1 202 555 0161'],
    to: ['+15550100'],
    profile_image_url: [null],
    theme_id: [null],
    email_config: [{ type: 'shared' }],
    event_types: [['user.created']],
    expires_at_millis: [null],
    contained_permission_ids: [[]],
    handsetId: [randomUUID()],
    homeCountry: ['US'],
    allowedCountries: [['US', 'DE']],
  }
  // Requests about other users are rejected.
  const fixed: Record<string, readonly unknown[]> = {
    user: [userId],
    user_id: [userId],
    creator_user_id: [userId],
  }
  const add = (name: string, value: unknown) => {
    const known = values[name] ?? []
    if (!known.includes(value)) values[name] = [value, ...known].slice(0, maxPerName)
  }
  const learn = (path: string, response: unknown): void => {
    if (Array.isArray(response)) for (const part of response.slice(0, 5)) learn(path, part)
    if (typeof response !== 'object' || response === null || Array.isArray(response)) return
    for (const [name, value] of Object.entries(response)) {
      if (typeof value === 'object') learn(path, value)
      else if (name === 'id') for (const each of namesOfId(path)) add(each, value)
      else if (/(_id|Id)$/.test(name) && value !== null) add(name, value)
    }
  }
  return {
    get values() {
      return { ...values, ...fixed }
    },
    learn,
  }
}

/**
 * Returns the names under which fields and parameters refer to a thing: `team`, `team_id` and `id` for
 * `/teams/{team_id}`.
 */
function namesOfId(path: string): string[] {
  const segment = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
  const thing = segment.replace(/s$/, '').replaceAll('-', '_')
  return ['id', thing, `${thing}_id`, `${thing}Id`]
}
