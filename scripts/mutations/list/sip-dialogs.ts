import type { Mutation } from '../mutation.ts'

const sip = 'packages/sip/src'
const client = `${sip}/transaction/client.ts`
const sendLimit = `${sip}/dialog/send-limit.ts`
const routeSet = `${sip}/dialog/route-set.ts`
const prackSender = `${sip}/call/prack-sender.ts`
const userAgent = `${sip}/user-agent/user-agent.ts`
const uasCall = `${sip}/call/uas-call.ts`
const dialogTests = [`${sip}/torture/hostile-dialog.test.ts`] as const
const thirdPartyTests = [`${sip}/torture/third-party.test.ts`] as const
const turnTests = [`${sip}/user-agent/turns-of-peers.test.ts`] as const

/** Protections against a peer that makes one dialog, or messages outside of any, costly. */
export const sipDialogMutations: readonly Mutation[] = [
  {
    removes: 'YR1: a response with the CSeq number of no request is accepted',
    file: `${sip}/transaction/transactions.ts`,
    find: 'if (sequence?.number === expected) client',
    replace: 'if (expected !== null) client',
    tests: [`${sip}/transaction/client.test.ts`],
    name: 'YR1',
  },
  {
    removes: 'YR1: any number of answers to one INVITE is acknowledged',
    file: client,
    find: ' || ++this.#successResponses > maxSuccessResponses',
    replace: '',
    tests: [`${sip}/transaction/client.test.ts`],
    name: 'YR1',
  },
  {
    removes: 'YR1: each repetition of the answer of a surplus fork gets a BYE',
    file: `${sip}/call/forks.ts`,
    find: '    if (fork.isSurplus) return\n',
    replace: '',
    tests: thirdPartyTests,
    name: 'YR1',
  },
  {
    removes: 'YR1: any number of events waits for the first listener',
    file: `${sip}/call/call-events.ts`,
    find: 'const maxBufferedRepeatable = 100',
    replace: 'const maxBufferedRepeatable = 1e9',
    tests: dialogTests,
    name: 'YR1',
  },
  {
    removes: 'YR3: an address that has not answered gets any number of bytes',
    file: sendLimit,
    find: 'if (bytes > this.#bytes) return false',
    replace: '',
    tests: thirdPartyTests,
    name: 'YR3',
  },
  {
    removes: 'YR3: an address that has answered is limited like a third party',
    file: sendLimit,
    find: ' || remote.address === this.#answeredAddress',
    replace: '',
    tests: thirdPartyTests,
    name: 'YR3: an address that answers',
  },
  {
    removes: 'YR3: a call sends any number of PRACKs',
    file: prackSender,
    find: ' || this.#count >= maxPracks',
    replace: '',
    tests: thirdPartyTests,
    name: 'YR3: a call sends',
  },
  {
    removes: 'YR3: PRACKs are repeated to an address that has not answered another one',
    file: prackSender,
    find: '      transaction.abandon()\n',
    replace: '',
    tests: thirdPartyTests,
    name: 'YR3: when a PRACK',
  },
  {
    removes: 'YR3: a route set has any number of entries',
    file: routeSet,
    find: 'routes.length <= maxRoutes && ',
    replace: '',
    tests: thirdPartyTests,
    name: 'routes',
  },
  {
    removes: 'YR3: a route set has any length',
    file: routeSet,
    find: " && routes.join(', ').length <= maxRouteSetLength",
    replace: '',
    tests: thirdPartyTests,
    name: '4 kB',
  },
  {
    removes: 'YR4: each connection of an unknown peer gets as much time as a known peer',
    file: `${sip}/transport/connection.ts`,
    find: 'return this.isKnown ? (this.#options.findPeerGroup(address) ?? address) : null',
    replace: 'return `${address} ${this.remote.port}`',
    tests: turnTests,
    name: 'YR4: connections',
  },
  {
    removes: 'YR4: datagrams of known peers wait for those of unknown peers',
    file: userAgent,
    find: "if (flow.protocol === 'udp') receiveDatagram(group, { bytes, flow })",
    replace: "if (flow.protocol === 'udp') receiveDatagram(null, { bytes, flow })",
    tests: turnTests,
    name: 'YR4: a datagram',
  },
  {
    removes: 'YR4: every message on a connection of an unknown peer is parsed',
    file: userAgent,
    find: 'if (!flow.isKnown && group === null && isInitialRequest(bytes)) return',
    replace: "if (group === null && flow.protocol === 'udp' && isInitialRequest(bytes)) return",
    tests: turnTests,
    name: 'YR4: a request',
  },
  {
    removes: 'ZR1: each address of an owner has separate time',
    file: `${sip}/transport/connection.ts`,
    find: 'return this.isKnown ? (this.#options.findPeerGroup(address) ?? address) : null',
    replace: 'return this.isKnown ? `${address} ${this.remote.port}` : null',
    tests: turnTests,
    name: 'ZR1: the peers',
  },
  {
    removes: 'ZR1: an owner whose messages take longer gets more time',
    file: `${sip}/transport/turns.ts`,
    find: '    group.usedMs += ms\n',
    replace: '    group.usedMs += 1\n',
    tests: turnTests,
    name: 'ZR1: messages',
  },
  {
    removes: 'ZR1: header fields may fill a message',
    file: `${sip}/message/parse.ts`,
    find: "  if (headEnd - start > maxHeaderBytes) return parseFailure('The header is too long')\n",
    replace: '',
    tests: [`${sip}/message/message.test.ts`],
    name: 'ZR1',
  },
  {
    removes: 'ZR1: a URI may have any number of header fields',
    file: `${sip}/message/uri.ts`,
    find: '  if (headerTexts.length > maxUriHeaders) return null\n',
    replace: '',
    tests: [`${sip}/message/message.test.ts`],
    name: 'ZR1',
  },
  {
    removes: 'ZR5: each name of a peer opens another connection',
    file: `${sip}/transport/transports.ts`,
    find: "...(protocol === 'tls' ? [serverName] : [])",
    replace: 'serverName',
    tests: [`${sip}/transport/transport.test.ts`],
    name: 'ZR5',
  },
  {
    removes: 'ZR5: a peer causes any number of connections',
    file: `${sip}/transport/transports.ts`,
    find: '    this.#requireFewConnections(address)\n',
    replace: '',
    tests: [`${sip}/transport/transport.test.ts`],
    name: 'ZR5',
  },
  {
    removes: 'YR5: an INVITE whose call ends by BYE gets no final response',
    file: uasCall,
    find: '    if (!this.#transaction.answered) this.#respond({ status: 487 })\n',
    replace: '',
    tests: dialogTests,
    name: 'YR5: a BYE in order',
  },
  {
    removes: 'YR5: a BYE with an old CSeq answers the INVITE',
    file: uasCall,
    find: '    receiveInDialog(this.#session, request, transaction)\n',
    replace:
      "    if (request.method === 'BYE' && !this.#transaction.answered) this.#respond({ status: 487 })\n    receiveInDialog(this.#session, request, transaction)\n",
    tests: dialogTests,
    name: 'YR5: a BYE with an old CSeq',
  },
  {
    removes: 'YR5: a call that the application rejects after its answer continues',
    file: uasCall,
    find: "      void this.#session.end('us')\n",
    replace: '',
    tests: dialogTests,
    name: 'YR5: a call',
  },
  {
    removes: 'YR7: the name of a header field finds an inherited property',
    file: `${sip}/message/headers.ts`,
    find: 'return compactNames.get(name.toLowerCase()) ?? name',
    replace: 'return Object.fromEntries(compactNames)[name.toLowerCase()] ?? name',
    tests: [`${sip}/message/message.test.ts`],
    name: 'YR7',
  },
  {
    removes: 'An OPTIONS of an unknown dialog gets 200.',
    file: `${sip}/user-agent/receive-request.ts`,
    find: "if (parseTag(headers.get('To')) !== null) return",
    replace: "if (parseTag(headers.get('To')) !== null && method === 'INVITE') return",
    tests: [`${sip}/call/raw-peer.test.ts`],
    name: 'unknown dialogs',
  },
  {
    removes: 'ZR30: the attributes of a session description are searched for each format',
    file: `${sip}/sdp/media.ts`,
    find: "  const mappings = collectByFormat(section, 'rtpmap')\n",
    replace:
      "  const mappings = { get: (format: string) => collectByFormat(section, 'rtpmap').get(format) }\n",
    tests: [`${sip}/sdp/sdp.test.ts`],
    name: 'ZR30',
  },
]
