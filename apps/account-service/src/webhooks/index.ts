export { type EventType, publishEvent } from './publish-event.ts'
