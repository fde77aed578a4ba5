export { parseStoredDialog, type StoredDialog } from './dialog/stored-dialog.ts'
export type { Credentials } from './digest/client.ts'
export {
  createDigestServer,
  type DigestResult,
  type DigestServer,
  type DigestServerOptions,
} from './digest/server.ts'
export {
  locateEndpoints,
  type NaptrRecord,
  type Resolver,
  type SrvRecord,
  systemResolver,
} from './dns/locate.ts'
export { type NameAddress, parseNameAddress } from './message/address.ts'
export { SipHeaders } from './message/headers.ts'
export type { SipMessage, SipRequest, SipResponse } from './message/message.ts'
export { type ParseResult, parseMessage } from './message/parse.ts'
export { serialize } from './message/serialize.ts'
export { decodeUser, encodeUser, formatSipUri, parseSipUri, type SipUri } from './message/uri.ts'
export {
  applyAudioAnswer,
  createAudioAnswer,
  createAudioOffer,
  type LocalAudio,
  type NegotiatedAudio,
} from './sdp/audio.ts'
export type { MediaSection, SessionDescription } from './sdp/description.ts'
export {
  type Codec,
  type Crypto,
  type Direction,
  getCodecs,
  getCryptos,
  getDirection,
  getMediaAddress,
} from './sdp/media.ts'
export { parseSdp } from './sdp/parse.ts'
export { serializeSdp } from './sdp/serialize.ts'
export type { TimerSettings } from './transaction/timers.ts'
export { createReplaces, parseReplaces, type Replaces } from './transfer/replaces.ts'
export type { Flow, Protocol, RemoteEndpoint } from './transport/flow.ts'
export type { Limits } from './transport/limits.ts'
export type { Listen, TlsClientOptions } from './transport/listen.ts'
export type * from './user-agent/api.ts'
export type { CallbackName, OnError } from './user-agent/callbacks.ts'
export { createUserAgent } from './user-agent/user-agent.ts'
