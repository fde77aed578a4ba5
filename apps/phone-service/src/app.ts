import { live, phoneEndpoints } from '@parley/contract/phone'
import {
  createHttpApp,
  type HttpAppOptions,
  logUndeclaredErrors,
  type OnUndeclaredError,
  serveContract,
  serveHealth,
} from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { serveAccountEvents } from './account-events/index.ts'
import { analysisPromptHandlers } from './analysis-prompts/index.ts'
import { announcementLedgerHandlers } from './announcement-ledger/index.ts'
import { announcementHandlers } from './announcements/index.ts'
import { apiKeyHandlers } from './api-keys/index.ts'
import { serveApiReference } from './api-reference/index.ts'
import { auditLogHandlers } from './audit-log/index.ts'
import { blockedCallerHandlers } from './blocked-callers/index.ts'
import { type BrowserSessionOptions, serveBrowserSession } from './browser-session/index.ts'
import { callAnalysisHandlers } from './call-analysis/index.ts'
import { callCommentHandlers } from './call-comments/index.ts'
import { callExportHandlers } from './call-exports/index.ts'
import { callLogHandlers } from './call-log/index.ts'
import { callMetricsHandlers } from './call-metrics/index.ts'
import { callSummaryHandlers } from './call-summary-mails/index.ts'
import { callHandlers, forwardCommands } from './calls/index.ts'
import { clientConfigHandlers } from './client-config/index.ts'
import { colleagueHandlers } from './colleagues/index.ts'
import { contactChangeHandlers } from './contact-changes/index.ts'
import { contactExportHandlers } from './contact-exports/index.ts'
import { contactImportHandlers } from './contact-imports/index.ts'
import { contactTimelineHandlers } from './contact-timeline/index.ts'
import { contactHandlers } from './contacts/index.ts'
import { emergencyHandlers } from './emergency/index.ts'
import { erasureHandlers } from './erasures/index.ts'
import { limitHandlers } from './limits/index.ts'
import { serveLive } from './live/index.ts'
import { missedCallMailHandlers } from './missed-call-mails/index.ts'
import { modelProviderHandlers } from './model-providers/index.ts'
import { findCallLimitation } from './nodes/index.ts'
import { numberHandlers } from './numbers/index.ts'
import type { PhoneServices } from './phone-services.ts'
import { phoneVerificationHandlers } from './phone-verification/index.ts'
import { priceHandlers } from './prices/index.ts'
import { promptTestHandlers } from './prompt-tests/index.ts'
import { pushHandlers } from './push/index.ts'
import { recordingHandlers } from './recordings/index.ts'
import { createPhoneApi } from './request-context/index.ts'
import { retentionHandlers } from './retention/index.ts'
import { routingHandlers } from './routing/index.ts'
import { selfTestHandlers } from './self-tests/index.ts'
import { transcriptHandlers } from './transcription/index.ts'
import { trunkHandlers } from './trunks/index.ts'
import { usageHandlers } from './usage/index.ts'
import { userSettingsHandlers } from './user-settings/index.ts'
import { voicemailHandlers } from './voicemails/index.ts'
import { serveWebApp, type WebAppOptions } from './web-app/index.ts'
import { webhookHandlers } from './webhooks/index.ts'
import { workspaceMailHandlers } from './workspace-mail/index.ts'

/** The handler of every endpoint. */
const handlers = {
  ...clientConfigHandlers,
  ...numberHandlers,
  ...callHandlers,
  ...callLogHandlers,
  ...callExportHandlers,
  ...callCommentHandlers,
  ...callAnalysisHandlers,
  ...promptTestHandlers,
  ...callMetricsHandlers,
  ...callSummaryHandlers,
  ...recordingHandlers,
  ...analysisPromptHandlers,
  ...contactHandlers,
  ...contactTimelineHandlers,
  ...contactImportHandlers,
  ...contactChangeHandlers,
  ...contactExportHandlers,
  ...colleagueHandlers,
  ...trunkHandlers,
  ...routingHandlers,
  ...voicemailHandlers,
  ...apiKeyHandlers,
  ...auditLogHandlers,
  ...workspaceMailHandlers,
  ...retentionHandlers,
  ...selfTestHandlers,
  ...erasureHandlers,
  ...announcementHandlers,
  ...announcementLedgerHandlers,
  ...limitHandlers,
  ...blockedCallerHandlers,
  ...phoneVerificationHandlers,
  ...pushHandlers,
  ...missedCallMailHandlers,
  ...priceHandlers,
  ...emergencyHandlers,
  ...usageHandlers,
  ...userSettingsHandlers,
  ...modelProviderHandlers,
  ...webhookHandlers,
  ...transcriptHandlers,
}

export interface AppOptions {
  readonly http: HttpAppOptions
  readonly accountEventsSecret: string
  readonly accounts: BrowserSessionOptions['accounts']
  /** Whether a page of this origin may open the live socket. */
  readonly isOwnOrigin: (origin: string) => boolean
  /** The web application, served at all other paths; null to serve the API alone. */
  readonly webApp: WebAppOptions | null
  /** Returns a sentence about why the database is unavailable, or null when it is available. */
  readonly findDatabaseProblem: () => Promise<string | null>
  /**
   * Called when a handler throws an error that its endpoint does not declare. Default: the error is logged.
   */
  readonly onUndeclaredError?: OnUndeclaredError
}

/** Creates the HTTP application of the phone: API, live socket, health endpoint and web application. */
export async function createApp(services: PhoneServices, options: AppOptions): Promise<FastifyInstance> {
  const app = createHttpApp({ ...options.http, webSocketPath: live.livePath })
  const onUndeclaredError = options.onUndeclaredError ?? logUndeclaredErrors(services.log)
  serveContract(app, {
    endpoints: phoneEndpoints,
    handlers,
    services,
    wrapHandler: await forwardCommands(services, Object.keys(callHandlers)),
    api: createPhoneApi({ ...services, ...services.authentication }, onUndeclaredError),
  })
  serveHealth(
    app,
    options.findDatabaseProblem,
    () => findCallLimitation(services),
    () => services.bus.findProblem(),
  )
  serveApiReference(app, services.settings.phoneUrl)
  await serveAccountEvents(app, services, options.accountEventsSecret)
  serveBrowserSession(app, services, options)
  await serveLive(app, services, options.isOwnOrigin)
  if (options.webApp) await serveWebApp(app, options.webApp)
  return app
}
