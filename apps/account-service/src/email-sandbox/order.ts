/** What the sandbox is to render. Sources are compiled already: JavaScript in the form of CommonJS. */
export interface SandboxOrder {
  readonly themeCode: string | null
  readonly templateCode: string | null
  /** Stands in the place of a template. */
  readonly html: string | null
  /** Null to render with the previews that the sources themselves bring. */
  readonly variables: Readonly<Record<string, unknown>> | null
  readonly userDisplayName: string | null
  readonly projectDisplayName: string
  /** Handed to the theme; null in mail that cannot be unsubscribed from. */
  readonly unsubscribeLink: string | null
}

/** What came out. Written by code of somebody else: everything in it is still to be judged. */
export interface SandboxResult {
  readonly html: string
  readonly text: string
  /** Null where the template sets none. */
  readonly subject: string | null
  readonly category: string | null
  readonly previewVariables: Readonly<Record<string, unknown>>
}
