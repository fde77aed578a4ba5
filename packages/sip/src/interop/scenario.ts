/** Functions that write the steps of sipp scenarios. Square brackets are keywords of sipp. */

function createSdp(port: string): string[] {
  return [
    'v=0',
    'o=sipp 53655765 2353687637 IN IP4 [local_ip]',
    's=-',
    'c=IN IP4 [local_ip]',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 ${telephoneEvents}`,
    'a=rtpmap:0 PCMU/8000',
    `a=rtpmap:${telephoneEvents} telephone-event/8000`,
  ]
}

/** The payload type with which sipp sends telephone events. */
const telephoneEvents = 96

/**
 * Ports for the audio of a call, as keywords of sipp: one without a socket, that of the parameter `-rtp_echo`, and that
 * of {@link playVoice}.
 */
const mediaPorts = { sdp: '6000', echo: '[media_port]', voice: '[rtpstream_audio_port]' }

/** Returns a step that sends a message. With a session description, its type and length are added. */
export function send(
  lines: readonly string[],
  options: { readonly sdp?: keyof typeof mediaPorts; readonly retransmitted?: 'retransmitted' } = {},
): string {
  const head = options.sdp
    ? [...lines, 'Content-Type: application/sdp', 'Content-Length: [len]']
    : [...lines, 'Content-Length: 0']
  const text = [...head, '', ...(options.sdp ? createSdp(mediaPorts[options.sdp]) : [])].join('\n')
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
export function reference(...variables: (number | string)[]): string {
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

/** Actions on an INVITE, so that the callee can send requests. */
export const storeParties =
  storeHeader('To', 1) + storeHeader('From', 2) + storeHeader('Contact', 3, 'sip:[^>]*')

/** Returns a request of sipp as callee, after {@link storeParties}. */
export function requestOfCallee(method: string, sequence: number): string[] {
  return [
    `${method} [$3] SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    'Max-Forwards: 70',
    `From: [$1];${ownTag}`,
    'To: [$2]',
    'Call-ID: [call_id]',
    `CSeq: ${sequence} ${method}`,
    contact,
  ]
}

/** Returns steps that send DTMF digits in INFO requests, the first of which has the number `sequence`. */
export function sendDigits(
  toRequest: (method: string, sequence: number) => readonly string[],
  sequence: number,
  digits: readonly string[],
): string[] {
  return digits.flatMap((digit, index) => {
    const body = ['Content-Type: application/dtmf-relay', 'Content-Length: [len]', '', `Signal=${digit}`]
    const text = [...toRequest('INFO', sequence + index), ...body, 'Duration=160'].join('\n')
    return [`<send retrans="500"><![CDATA[\n${text}\n]]></send>`, receiveStatus(200)]
  })
}

/** Returns a step that sends DTMF digits as telephone events. Only root can run it. */
export function sendTelephoneEvents(digits: string): string {
  return act(`<exec play_dtmf="${digits}"/>`)
}

/** Names of files in the directory in which sipp runs. */
export const voiceFile = 'voice.pcmu'
export const inputFile = 'input.txt'

/** A step that begins to play the voice of sipp, again and again. */
export const playVoice = act(`<exec rtp_stream="${voiceFile},-1,0,PCMU/8000"/>`)

/** Steps that wait until the test enters a text, which `[$input]` contains then. */
export const waitForInput = [
  '<label id="input"/>',
  pause(50),
  `<nop test="missing" next="input">${wrapped(
    `<assignstr assign_to="input" value="[file name=${inputFile}]"/>` +
      '<strcmp assign_to="order" variable="input" value=""/>' +
      '<test assign_to="missing" variable="order" compare="equal" value="0"/>',
  )}</nop>`,
].join('\n')

/** Returns variables for the digits of the input, after {@link waitForInput}. */
export function splitInput(count: number): { readonly step: string; readonly digits: readonly string[] } {
  const names = Array.from({ length: count }, (_, index) => `digit${index + 1}`)
  const pattern = names.map(() => '([0-9])').join('')
  const action = `<ereg regexp="${pattern}" search_in="var" variable="input" check_it="true" assign_to="all,${names.join(',')}"/>`
  return { step: act(action) + reference('all'), digits: names.map((name) => `[$${name}]`) }
}

/** An action that ends the program when all its calls have ended. */
export const endProgram = '<exec int_cmd="stop_gracefully"/>'

/**
 * Returns the scenario of the telephone of a trunk, which answers OPTIONS, until the call has ended that `steps` follow
 * from the INVITE on.
 */
export function answerTrunk(steps: readonly string[], actions = ''): string[] {
  return [
    `<recv request="INVITE" optional="true" next="call">${wrapped(actions)}</recv>`,
    receive('OPTIONS'),
    send(answerInvite('200 OK')).replace('<send', '<send next="end"'),
    '<label id="call"/>',
    ...steps,
    act(endProgram),
    '<label id="end"/>',
  ]
}

/** Returns a step that runs an action. */
export function act(action: string): string {
  return `<nop>${wrapped(action)}</nop>`
}

/** Returns a step that waits. */
export function pause(ms: number): string {
  return `<pause milliseconds="${ms}"/>`
}
