import type { SimulatedPstnService } from '../numbers/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listColleagues } from './list-colleagues.ts'

export const colleagueHandlers = {
  'GET /colleagues': listColleagues,
} satisfies Partial<PhoneHandlers<Services & SimulatedPstnService & AuthenticationService>>
