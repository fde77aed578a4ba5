export { freePorts, type House, type HouseOptions, startHouse } from './house.ts'
export { type InboxReader, readInbox } from './inbox.ts'
