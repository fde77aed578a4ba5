export type ConferenceId = string
export type LegId = string
/** Identifies the user of a browser leg. Opaque to the engine. */
export type UserId = string
export type IncomingCallId = string
/** E.164 with a leading plus, or another form a trunk delivers: a short code, an extension. */
export type PhoneNumber = string
