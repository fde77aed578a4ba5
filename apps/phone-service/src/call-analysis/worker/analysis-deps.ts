import type { ActiveCallService } from '../../call-log/index.ts'
import type { LiveService } from '../../live/index.ts'
import type { Services } from '../../services.ts'

export type AnalysisDeps = Services & LiveService & ActiveCallService
