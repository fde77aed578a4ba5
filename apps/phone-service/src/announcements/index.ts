import type { PhoneHandlers } from '../request-context/index.ts'
import { createAnnouncement, deleteAnnouncement, replaceAnnouncement } from './change-announcements.ts'
import { deleteGreeting, getGreeting, getGreetingAudio, saveGreeting } from './greetings.ts'
import { getAnnouncementAudio, getReplaceableAudio, listAnnouncements } from './read-announcements.ts'

export { type AnnouncementRequest, findOwnAudio, type OwnAudio } from './find-own-audio.ts'
export {
  deleteAnnouncements,
  saveAnnouncementsInRouting,
  sumAnnouncementBytes,
} from './records/announcements.ts'
export { deleteStoredGreeting } from './records/greetings.ts'

export const announcementHandlers = {
  'GET /announcements': listAnnouncements,
  'POST /announcements': createAnnouncement,
  'GET /announcements/{announcement}/audio': getAnnouncementAudio,
  'DELETE /announcements/{announcement}': deleteAnnouncement,
  'PUT /announcements/replacements': replaceAnnouncement,
  'GET /announcements/replacements/{name}/audio': getReplaceableAudio,
  'GET /me/greeting': getGreeting,
  'GET /me/greeting/audio': getGreetingAudio,
  'PUT /me/greeting': saveGreeting,
  'DELETE /me/greeting': deleteGreeting,
} satisfies Partial<PhoneHandlers>
