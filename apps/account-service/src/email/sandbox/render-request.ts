/** A render request. Sources are already compiled to CommonJS. */
export interface RenderRequest {
  readonly themeCode: string | null
  readonly templateCode: string | null
  /** Rendered instead of a template. */
  readonly html: string | null
  /** Null to render with the preview variables of the sources. */
  readonly variables: Readonly<Record<string, unknown>> | null
  readonly userDisplayName: string | null
  readonly projectDisplayName: string
  /** Passed to the theme; null for required e-mails. */
  readonly unsubscribeLink: string | null
}

/** A render request with TSX sources. */
export type RenderSources = Omit<RenderRequest, 'templateCode' | 'themeCode'> & {
  readonly templateSource: string | null
  readonly themeSource: string | null
  /** Key of the fair queue. */
  readonly projectId: string
}

/** A request to the worker. Requests are sequential; each is answered with an `Outcome`. */
export type WorkerRequest = Omit<RenderSources, 'projectId'>

/** A render result. Produced by untrusted code, so it must be validated. */
export interface RenderResult {
  readonly html: string
  readonly text: string
  /** Null if the template sets none. */
  readonly subject: string | null
  readonly category: string | null
  readonly previewVariables: Readonly<Record<string, unknown>>
}
