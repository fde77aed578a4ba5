export { createPresence, type PresenceService } from './presence.ts'
