/**
 * The reaction of a user agent to a message.
 *
 * - a number: the status of its response. The test application responds to REGISTER and MESSAGE with 200, so
 *   200 means that
 *   they were parsed.
 * - `call`: an INVITE becomes an incoming call.
 * - `read`: a response is well-formed, but matches no transaction.
 * - `discarded`: nothing is sent and no callback is called.
 */
export type Expectation = number | 'call' | 'read' | 'discarded'

/**
 * By the name of the message in RFC 4475: what the RFC requires of a user agent that is neither proxy nor
 * registrar.
 */
export const expectations: Readonly<Record<string, Expectation>> = {
  // 3.1.1: unusual but valid.
  wsinv: 481,
  intmeth: 501,
  esc01: 'call',
  escnull: 200,
  esc02: 501,
  lwsdisp: 200,
  longreq: 'call',
  dblreq: 200,
  semiuri: 200,
  transports: 200,
  mpart01: 200,
  unreason: 'read',
  noreason: 'read',
  // 3.1.2: invalid.
  badinv01: 400,
  clerr: 400,
  ncl: 400,
  scalar02: 400,
  scalarlg: 'discarded',
  quotbal: 400,
  ltgtruri: 400,
  lwsruri: 400,
  lwsstart: 400,
  trws: 400,
  escruri: 400,
  baddate: 400,
  regbadct: 400,
  badaspec: 400,
  baddn: 400,
  badvers: 505,
  mismatch01: 400,
  mismatch02: 400,
  bigcode: 'discarded',
  // 3.2: a branch without anything after the magic cookie is matched by the rules of RFC 2543.
  badbranch: 200,
  // 3.3: well-formed, but rejected by the application layer.
  insuf: 400,
  unkscm: 416,
  novelsc: 416,
  unksm2: 200,
  bext01: 420,
  invut: 415,
  regaut01: 200,
  multi01: 400,
  mcl01: 400,
  bcast: 'discarded',
  zeromf: 200,
  cparam01: 200,
  cparam02: 200,
  regescrt: 200,
  sdp01: 406,
  // 3.4: backward compatibility with RFC 2543, which is optional: our requests in a dialog without tags would be new calls.
  inv2543: 400,
}
