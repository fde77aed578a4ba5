/** Functions that write the steps of sipp scenarios. Square brackets are keywords of sipp. */

const sdpLines = [
  'v=0',
  'o=sipp 53655765 2353687637 IN IP4 [local_ip]',
  's=-',
  'c=IN IP4 [local_ip]',
  't=0 0',
  'm=audio 6000 RTP/AVP 0',
  'a=rtpmap:0 PCMU/8000',
]

/** Returns a step that sends a message. With a session description, its type and length are added. */
export function send(
  lines: readonly string[],
  options: { readonly sdp?: 'sdp'; readonly retransmitted?: 'retransmitted' } = {},
): string {
  const head = options.sdp
    ? [...lines, 'Content-Type: application/sdp', 'Content-Length: [len]']
    : [...lines, 'Content-Length: 0']
  const text = [...head, '', ...(options.sdp ? sdpLines : [])].join('\n')
  return `<send${options.retransmitted ? ' retrans="500"' : ''}><![CDATA[\n${text}\n\n]]></send>`
}

/** Returns a step that waits for a request and runs actions on it. */
export function receive(method: string, actions = ''): string {
  return `<recv request="${method}">${wrapped(actions)}</recv>`
}

/** Returns a step that waits for a response. */
export function receiveStatus(status: number, actions = '', attributes = ''): string {
  return `<recv response="${status}" ${attributes}>${wrapped(actions)}</recv>`
}

/** Returns a step for a request that may be missing. */
export function optionalRequest(method: string): string {
  return `<recv request="${method}" optional="true"></recv>`
}

/** Returns a step for an optional response. */
export function optionalResponse(status: number): string {
  return `<recv response="${status}" optional="true"></recv>`
}

function wrapped(actions: string): string {
  return actions === '' ? '' : `<action>${actions}</action>`
}

/** Returns an action that stores a header field of the received message. */
export function storeHeader(header: string, variable: number, pattern = '.*'): string {
  return `<ereg regexp="${pattern}" search_in="hdr" header="${header}:" check_it="true" assign_to="${variable}"/>`
}

/** Returns a declaration that allows variables which are only checked. */
export function reference(...variables: number[]): string {
  return `<Reference variables="${variables.join(',')}"/>`
}

const contact = 'Contact: <sip:sipp@[local_ip]:[local_port];transport=[transport]>'
const ownTag = 'tag=[pid]SIPpTag[call_number]'

/** Returns a response to the last request. */
export function answer(status: string, lines: readonly string[] = []): string[] {
  return [
    `SIP/2.0 ${status}`,
    '[last_Via:]',
    '[last_From:]',
    '[last_To:]',
    '[last_Call-ID:]',
    '[last_CSeq:]',
    contact,
    ...lines,
  ]
}

/** Returns a response to an INVITE, with a To tag. */
export function answerInvite(status: string, lines: readonly string[] = []): string[] {
  return answer(status, lines).map((line) => (line === '[last_To:]' ? `[last_To:];${ownTag}` : line))
}

/** Returns a response to the first INVITE after other requests; its Via was stored in `$1`. */
export function answerFirstInvite(status: string, lines: readonly string[] = []): string[] {
  return answerInvite(status, lines)
    .map((line) => (line === '[last_Via:]' ? 'Via: [$1]' : line))
    .map((line) => (line === '[last_CSeq:]' ? 'CSeq: 1 INVITE' : line))
    .map((line) => (line.startsWith('[last_To:]') ? '[last_To:]' : line))
}

/** Returns a request of sipp as UAC. */
export function request(method: string, sequence: number, lines: readonly string[] = []): string[] {
  const target =
    method === 'INVITE' && sequence <= 2 ? 'sip:[service]@[remote_ip]:[remote_port]' : '[next_url]'
  const inDialog = method !== 'INVITE' || sequence > 2
  return [
    `${method} ${method === 'CANCEL' ? 'sip:[service]@[remote_ip]:[remote_port]' : target} SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch];rport',
    'Max-Forwards: 70',
    `From: <sip:sipp@[local_ip]:[local_port]>;${ownTag}`,
    `To: <sip:[service]@[remote_ip]:[remote_port]>${inDialog && method !== 'CANCEL' ? '[peer_tag_param]' : ''}`,
    'Call-ID: [call_id]',
    `CSeq: ${sequence} ${method}`,
    contact,
    ...lines,
  ]
}
