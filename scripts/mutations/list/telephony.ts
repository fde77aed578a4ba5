import type { Mutation } from '../mutation.ts'

const sip = 'packages/sip/src'
const phone = 'apps/phone-service/src'
const binding = `${sip}/user-agent/registration-binding.ts`
const registrationTests = [`${sip}/user-agent/registrar-responses.test.ts`] as const
const tortureTests = [`${sip}/torture/torture.test.ts`, `${sip}/torture/rfc4475-files.test.ts`] as const
const rawPeerTests = [`${sip}/call/raw-peer.test.ts`, `${sip}/call/raw-peer-timers.test.ts`] as const
const recordingTests = [
  `${phone}/recordings/recordings.test.ts`,
  `${phone}/contract-tests/role-matrix.test.ts`,
] as const
const deletion = `${phone}/call-log/delete-recordings.ts`
const trunkTests = [`${phone}/trunks/trunks.test.ts`] as const
const contactNumbers = `${phone}/contacts/contact-numbers.ts`
const contactTests = [`${phone}/contacts/contacts.test.ts`] as const

const sipRuleMutations: readonly Mutation[] = [
  {
    removes: 'SIP registration: an expiry of 1 s is refreshed without a pause',
    file: binding,
    find: 'Math.max(granted, 10)',
    replace: 'granted',
    tests: registrationTests,
  },
  {
    removes: 'SIP registration: a registrar that always returns 423 is asked without a pause',
    file: binding,
    find: 'required !== null && required > this.#expiresSeconds',
    replace: 'required !== null',
    tests: registrationTests,
  },
  {
    removes: 'SIP registration: the expiry of another binding counts',
    file: binding,
    find: 'bound?.user === own?.user && bound ?',
    replace: 'bound ?',
    tests: registrationTests,
  },
  {
    removes: 'SIP registration: Retry-After is ignored',
    file: binding,
    find: 'Math.max(waitMs, retryAfterMs)',
    replace: 'waitMs',
    tests: registrationTests,
  },
  {
    removes: 'SIP requests: a field that may occur once occurs twice',
    file: `${sip}/message/check.ts`,
    find: 'if (headers.all(name).length > 1)',
    replace: 'if (headers.all(name).length > 9)',
    tests: tortureTests,
  },
  {
    removes: 'SIP requests: CSeq names another method',
    file: `${sip}/message/check.ts`,
    find: 'if (method !== null && sequence.method !== method)',
    replace: "if (method === '' && sequence.method !== method)",
    tests: tortureTests,
  },
  {
    removes: 'SIP requests: the Request-URI contains header fields',
    file: `${sip}/message/check.ts`,
    find: '(parseSipUri(uri)?.headers.length ?? 0) > 0',
    replace: '(parseSipUri(uri)?.headers.length ?? 0) > 99',
    tests: tortureTests,
  },
  {
    removes: 'SIP responses: a response for another recipient is read',
    file: `${sip}/user-agent/user-agent.ts`,
    find: "message?.kind === 'response' && hasSingleVia(message)",
    replace: "message?.kind === 'response' && (hasSingleVia(message) || true)",
    tests: rawPeerTests,
    name: 'second Via',
  },
  {
    removes: 'SIP calls: an ACK of another INVITE ends the retransmission of the 2xx',
    file: `${sip}/dialog/pending-ack.ts`,
    find: "parseSequence(ack.headers.get('CSeq'))?.number !== this.#sequence || ",
    replace: "parseSequence(ack.headers.get('CSeq')) === null || ",
    tests: rawPeerTests,
  },
  {
    removes: 'SIP calls: a request out of order is handled',
    file: `${sip}/dialog/dialog.ts`,
    find: 'number <= this.#remoteSequence)',
    replace: 'number < 0)',
    tests: rawPeerTests,
  },
  {
    removes: 'SIP transfers: progress is reported after the final status',
    file: `${sip}/transfer/receive-refer.ts`,
    find: 'if (over || session.over) return',
    replace: 'if (session.over) return',
    tests: rawPeerTests,
  },
  {
    removes: 'SIP requests: retransmissions ask the application again while it decides',
    file: `${sip}/user-agent/receive-request.ts`,
    find: 'if (this.#pendingChecks.has(key)) return',
    replace: '',
    tests: [`${sip}/user-agent/callbacks.test.ts`],
    name: 'decides once',
  },
]

const phoneRuleMutations: readonly Mutation[] = [
  {
    removes: 'Recordings: members delete the recordings of calls of others',
    file: deletion,
    find: 'await findReadableCall(database, user, params.call)',
    replace: 'await findCall(database, user.workspaceId, params.call)',
    tests: recordingTests,
  },
  {
    removes: 'Trunks: the host of an outbound proxy is not checked',
    file: `${phone}/trunks/check-trunk.ts`,
    find: 'for (const name of [host, outboundProxy])',
    replace: 'for (const name of [host, outboundProxy].slice(0, 1))',
    tests: trunkTests,
  },
  {
    removes: 'Trunks: audio for another machine is sent to a loopback address',
    file: `${phone}/trunks/check-trunk.ts`,
    find: 'if (staysLocal && !isLoopback(address))',
    replace: "if (staysLocal && address === '')",
    tests: trunkTests,
  },
  {
    removes: 'Contacts: calls show the private contacts of others',
    file: contactNumbers,
    find: "    .where('contact_numbers.scope', 'in', ['', userId])\n",
    replace: '    .$if(userId === null, (query) => query)\n',
    tests: contactTests,
  },
  {
    removes: 'Contacts: a number of a private contact of another user is rejected',
    file: contactNumbers,
    find: "    .where('scope', 'in', scopes)\n",
    replace: '    .$if(scopes.length === 0, (query) => query)\n',
    tests: contactTests,
  },
  {
    removes: 'Workspaces: a failed lookup of the grant for trunks is cached',
    file: `${phone}/request-context/trunk-grants.ts`,
    find: '        () => cached.delete(workspaceId),\n',
    replace: '        () => undefined,\n',
    tests: [`${phone}/request-context/trunk-grants.test.ts`],
  },
  {
    removes: 'Users: a failed lookup of a user is cached',
    file: `${phone}/request-context/account-user-lookup.ts`,
    find: 'user.catch(() => cached.delete(userId))',
    replace: 'user.catch(() => {})',
    tests: [`${phone}/request-context/account-user-lookup.test.ts`],
  },
  {
    removes: 'Users: the key of the server is sent to the target of a redirection',
    file: `${phone}/request-context/account-service-connection.ts`,
    find: "redirect: 'error'",
    replace: "redirect: 'follow'",
    tests: [
      `${phone}/request-context/account-user-lookup.test.ts`,
      `${phone}/request-context/trunk-grants.test.ts`,
    ],
  },
  {
    removes: 'ZR13: Names without a dot are resolved in the thread pool.',
    file: 'packages/primitives/src/node/resolve-host.ts',
    find: '  const domains = searchDomains ??',
    replace:
      "  return await import('node:dns/promises').then(({ lookup }) => lookup(bare, { all: true }).catch(() => []))\n  const domains = searchDomains ??",
    tests: ['packages/primitives/src/node/resolve-host.test.ts'],
    name: 'ZR13',
  },
  {
    removes: 'ZR10: Names of callers reverse the direction of text.',
    file: 'packages/call-engine/src/embedded/trunks/incoming-identity.ts',
    find: 'removeInvisibleCharacters(text)',
    replace: "text.replace(/\\p{Cc}+/gu, ' ').trim()",
    tests: ['packages/call-engine/src/embedded/trunks/incoming-identity.test.ts'],
    name: 'ZR10',
  },
  {
    removes: 'ZR10: Reason phrases reverse the direction of text.',
    file: `${sip}/message/parse.ts`,
    find: "removeInvisibleCharacters(parts[2] ?? '')",
    replace: "(parts[2] ?? '').replace(/\\p{Cc}+/gu, ' ')",
    tests: [`${sip}/torture/exhaustion.test.ts`],
    name: 'ZR10',
  },
  {
    removes: 'ZR10: Names of contacts contain invisible characters.',
    file: `${phone}/contacts/parse-contact.ts`,
    find: 'name: toVisibleName(written.name)',
    replace: 'name: written.name',
    tests: [`${phone}/contacts/contacts.test.ts`],
    name: 'ZR10',
  },
  {
    removes: 'ZR10: Names of users contain invisible characters.',
    file: `${phone}/request-context/account-user-lookup.ts`,
    find: "removeInvisibleCharacters(account.display_name ?? '') || null",
    replace: 'account.display_name',
    tests: [`${phone}/contacts/contacts.test.ts`],
    name: 'ZR10',
  },
  {
    removes: 'ZR10: Emoji of several parts fall apart.',
    file: 'packages/primitives/src/remove-invisible-characters.ts',
    find: 'visibleEffect.test(whole) ? character : ',
    replace: 'visibleEffect.test(whole) && !joinsEmoji.test(whole) ? character : ',
    tests: ['packages/primitives/src/remove-invisible-characters.test.ts'],
  },
]

/** Rules of SIP and of the phone service. */
export const telephonyMutations: readonly Mutation[] = [...sipRuleMutations, ...phoneRuleMutations]
