export { type Clock, systemClock } from './clock.ts'
export type { Credentials } from './digest/client.ts'
export {
  createDigestServer,
  type DigestServer,
  type DigestServerOptions,
  type DigestVerdict,
} from './digest/server.ts'
export { type NaptrRecord, type Resolver, type SrvRecord, systemResolver } from './dns/locate.ts'
export { type NameAddress, parseNameAddress } from './message/address.ts'
export { SipHeaders } from './message/headers.ts'
export type { SipMessage, SipRequest, SipResponse } from './message/message.ts'
export { type ParseResult, parseMessage } from './message/parse.ts'
export { serialise } from './message/serialise.ts'
export { decodeUser, encodeUser, formatSipUri, parseSipUri, type SipUri } from './message/uri.ts'
export { type AgreedAudio, audioAgreed, audioAnswer, audioOffer, type LocalAudio } from './sdp/audio.ts'
export type { MediaSection, SessionDescription } from './sdp/description.ts'
export {
  addressOf,
  type Codec,
  type Crypto,
  codecsOf,
  cryptosOf,
  type Direction,
  directionOf,
} from './sdp/media.ts'
export { parseSdp } from './sdp/parse.ts'
export { serialiseSdp } from './sdp/serialise.ts'
export type { TimerSettings } from './transaction/timers.ts'
export type { Flow, Protocol, Remote } from './transport/flow.ts'
export type { Limits } from './transport/limits.ts'
export type { Listen, TlsClientOptions } from './transport/listen.ts'
export { isLoopback } from './transport/local-host.ts'
export type * from './user-agent/api.ts'
export type { CallbackName, OnError } from './user-agent/callbacks.ts'
export { createUserAgent } from './user-agent/user-agent.ts'
