import type { BusService } from '../bus/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import { callForVerification } from './call-again.ts'
import { removePhoneVerification, renameVerifiedNumber } from './change-verification.ts'
import { listPhoneVerifications } from './list-verifications.ts'
import type { PlaceCallDeps } from './place-call.ts'
import { startPhoneVerification } from './start-verification.ts'

export { receiveCallsToEnd } from './end-calls.ts'

export const phoneVerificationHandlers = {
  'GET /phone-verifications': listPhoneVerifications,
  'POST /phone-verifications': startPhoneVerification,
  'POST /phone-verifications/{verification}/call': callForVerification,
  'PATCH /phone-verifications/{verification}': renameVerifiedNumber,
  'DELETE /phone-verifications/{verification}': removePhoneVerification,
} satisfies Partial<PhoneHandlers<PlaceCallDeps & BusService>>
