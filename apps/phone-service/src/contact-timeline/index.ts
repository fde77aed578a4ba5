import type { ActiveCallService } from '../call-log/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTimeline } from './list-timeline.ts'

export const contactTimelineHandlers = {
  'GET /contacts/{contact}/timeline': listTimeline,
} satisfies Partial<PhoneHandlers<Services & ActiveCallService>>
