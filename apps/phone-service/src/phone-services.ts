import type { BusService } from './bus/index.ts'
import type { CallSessionService } from './call-sessions/index.ts'
import type { ClientConfigService } from './client-config/index.ts'
import type { LiveService } from './live/index.ts'
import type { AccountMailService } from './missed-call-mails/index.ts'
import type { SimulatedPstnService } from './numbers/index.ts'
import type { PresenceService } from './presence/index.ts'
import type { RecordingStorageService } from './recordings/index.ts'
import type { AuthenticationService } from './request-context/index.ts'
import type { SelfTestService } from './self-tests/index.ts'
import type { Services } from './services.ts'
import type { TrunkLeaseService } from './trunks/index.ts'

/** The dependencies of all operations. */
export interface PhoneServices
  extends Services,
    AuthenticationService,
    LiveService,
    AccountMailService,
    BusService,
    PresenceService,
    CallSessionService,
    RecordingStorageService,
    SelfTestService,
    SimulatedPstnService,
    TrunkLeaseService,
    ClientConfigService {}
