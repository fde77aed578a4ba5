import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const roleTest = `${phone}/contract-tests/role-matrix.test.ts`
const tenancyTest = `${phone}/contract-tests/tenancy.test.ts`
const limitsTest = `${phone}/limits/limits.test.ts`
const liveTest = `${phone}/live/live.test.ts`

export const phoneServiceMutations: readonly Mutation[] = [
  {
    removes: 'A user selects a workspace without being a member.',
    file: `${phone}/request-context/authenticate.ts`,
    find: "if (!found) throw new PhoneError('WORKSPACE_NOT_FOUND')",
    replace: 'if (!found) return { id: requestedId, displayName: "" }',
    tests: [roleTest],
    name: 'access level',
  },
  {
    removes: 'A member calls endpoints for administrators.',
    file: `${phone}/request-context/phone-api.ts`,
    find: 'if (!user?.isPhoneAdmin)',
    replace: 'if (!user)',
    tests: [roleTest],
    name: 'access level',
  },
  {
    removes: 'The calls of a workspace are not limited to the concurrent maximum.',
    file: `${phone}/limits/calling-limits.ts`,
    find: '    .where(sql<boolean>`cardinality(open_lines) < concurrent_calls`)\n',
    replace: '',
    tests: [limitsTest],
  },
  {
    removes: 'The calls of a workspace are not limited per minute.',
    file: `${phone}/limits/calling-limits.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    find: '    .where(sql<boolean>`cardinality(array(${ofLastMinute})) < calls_per_minute`)\n',
    replace: '',
    tests: [limitsTest],
  },
  {
    removes: 'A call to a country that is not allowed is dialled.',
    file: `${phone}/limits/check-destination.ts`,
    find: 'if (country === null || !limits.allowedCountries.includes(country))',
    replace: 'if (country === null)',
    tests: [limitsTest],
  },
  {
    removes: 'A premium number is dialled.',
    file: `${phone}/limits/check-destination.ts`,
    find: "  if (isPremium) return new PhoneError('PREMIUM_NUMBER', { number })\n",
    replace: '',
    tests: [limitsTest],
  },
  {
    removes: 'An emergency number is dialled.',
    file: `${phone}/limits/check-destination.ts`,
    find: "if (understood.kind === 'emergency')",
    replace: "if (understood.kind === 'emergency' && typed === '')",
    tests: [limitsTest],
  },
  {
    removes: 'A link to a recording does not expire.',
    file: `${phone}/recordings/signed-links.ts`,
    find: 'if (!matches || expires <= now().getTime())',
    replace: 'if (!matches)',
    tests: [`${phone}/recordings/recordings.test.ts`],
    name: 'signed link that expires',
  },
  {
    removes: 'A link to one recording opens another.',
    file: `${phone}/recordings/signed-links.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    find: '.update(`${path}\\n${expiresAt}`)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    replace: '.update(`${expiresAt}`)',
    tests: [tenancyTest],
    name: 'audio requires a link',
  },
  {
    removes: 'A link to a recording needs no signature.',
    file: `${phone}/recordings/signed-links.ts`,
    find: 'if (!matches || expires <= now().getTime())',
    replace: 'if (expires <= now().getTime())',
    tests: [tenancyTest],
    name: 'audio requires a link',
  },
  {
    removes: 'A recording of another workspace is opened.',
    file: `${phone}/recordings/playback.ts`,
    find: 'recording.workspaceId !== workspaceId || ',
    replace: '',
    tests: [tenancyTest],
    name: '404',
  },
  {
    removes: 'A live call of another workspace is controlled.',
    file: `${phone}/calls/require-call-session.ts`,
    find: 'if (session && session.stored.workspaceId === user.workspaceId) {',
    replace: 'if (session) {',
    tests: [tenancyTest],
    name: '404',
  },
  {
    removes: 'Contacts of another workspace are visible.',
    file: `${phone}/contacts/contacts.ts`,
    find: "    where('workspace_id', '=', workspaceId),\n",
    replace: '',
    tests: [`${phone}/contacts/contacts.test.ts`],
    name: 'another workspace',
  },
  {
    removes: 'Trunks of another workspace can be deleted.',
    file: `${phone}/trunks/trunks.ts`,
    find: ".deleteFrom('trunks')\n    .where('id', '=', id)\n    .where('workspace_id', '=', workspaceId)\n",
    replace: ".deleteFrom('trunks')\n    .where('id', '=', id)\n",
    tests: [`${phone}/trunks/trunks.test.ts`],
    name: 'another workspace',
  },
  {
    removes: 'Events of a workspace are sent to every workspace.',
    file: `${phone}/live/hub.ts`,
    find: 'if (handset.workspaceId === workspaceId) handset.send(message)',
    replace: 'handset.send(message)',
    tests: [liveTest],
    name: 'not sent to another workspace',
  },
  {
    removes: 'Pages of other origins open the live socket.',
    file: `${phone}/live/serve-live.ts`,
    find: 'if (origin !== undefined && !isOwnOrigin(origin))',
    replace: 'if (origin === "" && !isOwnOrigin(origin))',
    tests: [liveTest],
    name: 'other origins',
  },
  {
    removes: 'A live socket accepts the token of another user.',
    file: `${phone}/live/live-connection.ts`,
    find: 'if (user && user.userId !== handset.userId)',
    replace: 'if (user && user.userId === "")',
    tests: [liveTest],
    name: 'new token of the same user only',
  },
  {
    removes: 'A live socket accepts messages without limit.',
    file: `${phone}/live/live-connection.ts`,
    find: 'if (this.#receivedInWindow > maxMessagesPerWindow)',
    replace: 'if (this.#receivedInWindow < 0)',
    tests: [liveTest],
    name: 'too many messages',
  },
  {
    removes: 'Pages of other sites embed the phone.',
    file: `${phone}/web-app/serve-web-app.ts`,
    find: '    "frame-ancestors \'none\'",\n',
    replace: '',
    tests: [`${phone}/web-app/web-app.test.ts`],
    name: 'content security policy',
  },
  {
    removes: 'Inline scripts run in pages of the phone.',
    file: `${phone}/web-app/serve-web-app.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    find: "`script-src 'self' 'nonce-${nonce}'`",
    replace: "\"script-src 'self' 'unsafe-inline'\"",
    tests: [`${phone}/web-app/web-app.test.ts`],
    name: 'content security policy',
  },
  {
    removes: 'The phone behind https does not demand https.',
    file: `${phone}/web-app/serve-web-app.ts`,
    find: "if (options.publicUrl?.startsWith('https:'))",
    replace: "if (options.publicUrl === '')",
    tests: [`${phone}/web-app/web-app.test.ts`],
  },
]
