/** Metadata that a template sets through `@stackframe/emails`. */
export interface Said {
  subject: string | null
  category: string | null
}

const said: Said = { subject: null, category: null }

/** Resets the metadata of earlier attempts and returns the object that the next one fills. */
export function listen(): Readonly<Said> {
  said.subject = null
  said.category = null
  return said
}

/** `<Subject value="…" />` */
export function Subject({ value }: { readonly value: unknown }): null {
  said.subject = String(value)
  return null
}

/** `<NotificationCategory value="Transactional" />` or `Marketing`. */
export function NotificationCategory({ value }: { readonly value: unknown }): null {
  said.category = String(value)
  return null
}
