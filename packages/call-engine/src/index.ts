export type {
  ConferenceEvent,
  LeaveReason,
  LegEvent,
  LegQuality,
  NumberedConferenceEvent,
  OneWayAudioCause,
} from './conference-event.ts'
export { announcementFile } from './embedded/conference/announcement-file.ts'
export { createHoldMusicFile } from './embedded/conference/hold-music-file.ts'
export { createEmbeddedEngine, type EmbeddedEngine, type EngineResources } from './embedded/engine.ts'
export type { EmbeddedEngineOptions, IceServer } from './embedded/options.ts'
export { resolveTrunkAddresses } from './embedded/trunks/trunk-hosts.ts'
export type { EngineEvent } from './engine-event.ts'
export type * from './identifiers.ts'
export type * from './json-value.ts'
export * from './port.ts'
export type * from './recording.ts'
export type * from './trunk.ts'
