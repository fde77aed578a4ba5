export { createPresencePublisher, type PresenceService } from './presence.ts'
