/**
 * What a user agent does with a message.
 *
 * - a number: it answers a request with this status. REGISTER and MESSAGE are answered 200 by the owner of the agent, so 200
 *   says that they were understood.
 * - `call`: an INVITE becomes a call that can be answered.
 * - `read`: a response is well-formed, though nobody waits for it.
 * - `discarded`: nothing is sent and nobody is told.
 */
export type Expectation = number | 'call' | 'read' | 'discarded'

/** By the name of the section of RFC 4475: what its text asks of a user agent that is neither proxy nor registrar. */
export const expectations: Readonly<Record<string, Expectation>> = {
  // 3.1.1: well-formed, however odd.
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
  // 3.1.2: malformed.
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
  // 3.2: a branch with nothing behind its cookie is matched as RFC 2543 had it.
  badbranch: 200,
  // 3.3: well-formed, and refused for what they ask.
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
  // 3.4: as RFC 2543 had it.
  inv2543: 'call',
}
