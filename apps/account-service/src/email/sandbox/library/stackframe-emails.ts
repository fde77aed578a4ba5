/** Metadata that a template sets through `@stackframe/emails`. */
export interface TemplateMetadata {
  subject: string | null
  category: string | null
}

const metadata: TemplateMetadata = { subject: null, category: null }

/** Resets the metadata of earlier attempts and returns the object that the next one fills. */
export function resetMetadata(): Readonly<TemplateMetadata> {
  metadata.subject = null
  metadata.category = null
  return metadata
}

/** `<Subject value="…" />` */
export function Subject({ value }: { readonly value: unknown }): null {
  metadata.subject = String(value)
  return null
}

/** `<NotificationCategory value="Transactional" />` or `Marketing`. */
export function NotificationCategory({ value }: { readonly value: unknown }): null {
  metadata.category = String(value)
  return null
}
