export type CallFilter = 'all' | 'missed' | 'recorded' | 'assigned' | 'transcribed' | 'open-items'

/** The calls of the user, or those of the workspace, which administrators see. */
export type CallScope = 'own' | 'workspace'

export interface CallListRequest {
  readonly scope: CallScope
  readonly filter: CallFilter
  readonly search: string
  readonly tag?: string
}

/**
 * The keys of all queries and mutations. A key starts with the resource whose change invalidates it. Keys
 * other than `me` belong to one user in one workspace, whose cache is separate.
 */
export const queryKeys = {
  me: (userId: string, selectedWorkspaceId: string | null) => ['me', userId, selectedWorkspaceId],
  account: {
    all: ['account'],
    project: ['account', 'project'],
    colleagues: (workspaceId: string) => ['account', 'colleagues', workspaceId],
    invited: (workspaceId: string) => ['account', 'invited', workspaceId],
  },
  settings: ['settings'],
  limits: ['limits'],
  blockedNumbers: ['blocked-numbers'],
  routing: ['routing'],
  announcements: ['announcements'],
  greeting: ['greeting'],
  phoneVerifications: ['phone-verifications'],
  verificationCode: (verification: string) => ['verification-code', verification],
  mailStatus: ['mail-status'],
  dailyLimits: ['daily-limits'],
  refusals: ['refusals'],
  priceTable: ['price-table'],
  emergencyRoute: ['emergency-route'],
  usage: (days: number) => ['usage', days],
  storage: ['storage'],
  trunks: ['trunks'],
  modelProviders: ['model-providers'],
  retention: ['retention'],
  selfTest: ['self-test'],
  erasures: ['erasures'],
  callAnnouncements: (call: string) => ['call-announcements', call],
  announcementLedger: (filter: object) => ['announcement-ledger', filter],
  formerMembers: ['former-members'],
  keyScopes: ['key-scopes'],
  auditEntries: (userId: string | null) => ['audit-entries', userId],
  webhooks: {
    all: ['webhooks'],
    list: ['webhooks', 'list'],
    deliveries: (webhook: string) => ['webhooks', 'deliveries', webhook],
  },
  mail: {
    all: ['mail'],
    server: ['mail', 'server'],
    list: ['mail', 'list'],
    rules: ['mail', 'rules'],
  },
  analysisPrompt: {
    current: ['analysis-prompt', 'current'],
    versions: ['analysis-prompt', 'versions'],
    version: (number: number) => ['analysis-prompt', 'version', number],
  },
  promptTests: {
    all: ['prompt-tests'],
    runs: ['prompt-tests', 'runs'],
    run: (id: string) => ['prompt-tests', 'run', id],
    references: ['prompt-tests', 'references'],
  },
  calls: {
    all: ['calls'],
    missedCount: ['calls', 'missed'],
    list: (requests: CallListRequest) => ['calls', 'list', requests],
    with: (number: string) => ['calls', 'with', number],
    one: (id: string) => ['calls', 'one', id],
    /** Tags, assignments, comments, metrics, transcripts and analyses. */
    details: ['calls', 'details'],
    assignedCount: ['calls', 'details', 'assigned'],
    usedTags: ['calls', 'details', 'tags'],
    comments: (call: string) => ['calls', 'details', 'comments', call],
    metrics: (call: string) => ['calls', 'details', 'metrics', call],
    summaryMail: (call: string, analysis: string) => ['calls', 'details', 'summary-mail', call, analysis],
    analyses: (call: string) => ['calls', 'details', 'analyses', call],
    transcription: (call: string) => ['calls', 'details', 'transcription', call],
    transcript: (call: string) => ['calls', 'details', 'transcript', call],
    transcriptEdits: (call: string, line: string) => ['calls', 'details', 'transcript', call, 'edits', line],
    timeline: (contact: string, kind: string) => ['calls', 'details', 'timeline', contact, kind],
  },
  parkedCalls: ['parked-calls'],
  waitingCalls: ['waiting-calls'],
  peaks: (recording: string) => ['peaks', recording],
  audioLink: (call: string) => ['audio-link', call],
  voicemails: {
    all: ['voicemails'],
    list: ['voicemails', 'list'],
    count: ['voicemails', 'count'],
  },
  contacts: {
    all: ['contacts'],
    list: (search: string) => ['contacts', 'list', search],
    one: (id: string) => ['contacts', 'one', id],
    matches: (search: string) => ['contacts', 'matches', search],
    fields: ['contacts', 'fields'],
    duplicates: ['contacts', 'duplicates'],
    changes: ['contacts', 'changes'],
    /** A mutation. */
    delete: (id: string) => ['contacts', 'delete', id],
  },
  contactImports: {
    list: ['contact-imports', 'list'],
    one: (id: string) => ['contact-imports', 'one', id],
    preview: (id: string, mapping: unknown) => ['contact-imports', 'preview', id, mapping],
  },
  colleagues: {
    all: ['colleagues'],
    every: ['colleagues', 'every'],
    list: (search: string) => ['colleagues', 'list', search],
    one: (user: string) => ['colleagues', 'one', user],
    matches: (search: string) => ['colleagues', 'matches', search],
  },
  numberChecks: {
    all: ['number'],
    of: (input: string, from: string | undefined) => ['number', input, from ?? ''],
  },
} as const
