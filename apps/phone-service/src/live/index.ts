export {
  createLiveHub,
  type Handset,
  type LiveHub,
  type LiveService,
  type Resume,
  type UserInWorkspace,
} from './hub.ts'
export type { ServerMessage } from './messages.ts'
export { serveLive } from './serve-live.ts'
export { shareTabs } from './share-tabs.ts'
