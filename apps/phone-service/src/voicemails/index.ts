import type { ActiveCallService } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteVoicemail, setDealtWith } from './change-voicemail.ts'
import { countVoicemails, listVoicemails } from './list-voicemails.ts'

export { deleteVoicemailsOfUser } from './delete-voicemails-of-user.ts'
export { insertVoicemail, sumVoicemailBytes } from './records/index.ts'

export const voicemailHandlers = {
  'GET /voicemails': listVoicemails,
  'GET /voicemails/count': countVoicemails,
  'PUT /voicemails/{call}/dealt-with': setDealtWith,
  'DELETE /voicemails/{call}': deleteVoicemail,
} satisfies Partial<PhoneHandlers<Services & ActiveCallService & LiveService>>
