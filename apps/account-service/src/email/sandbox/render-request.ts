/**
 * A render request. Its sources are TSX, compiled within the limits of the render. Requests are sequential.
 */
export interface RenderRequest {
  readonly themeSource: string | null
  readonly templateSource: string | null
  /** Rendered instead of a template. */
  readonly html: string | null
  /** Null to render with the preview variables of the sources. */
  readonly variables: Readonly<Record<string, unknown>> | null
  readonly userDisplayName: string | null
  readonly projectDisplayName: string
  /** Passed to the theme; null for required e-mails. */
  readonly unsubscribeLink: string | null
}

/** A render request of a project. */
export interface RenderSources extends RenderRequest {
  /** Its owner is the key of the fair queue. */
  readonly projectId: string
  /** Aborted when the request for a preview is closed; null for an e-mail that is delivered. */
  readonly previewSignal: AbortSignal | null
}

/** A render result. Produced by untrusted code, so it must be validated. */
export interface RenderResult {
  readonly html: string
  readonly text: string
  /** Null if the template sets none. */
  readonly subject: string | null
  readonly category: string | null
  /** Empty unless the request has no variables. */
  readonly previewVariables: Readonly<Record<string, unknown>>
}
