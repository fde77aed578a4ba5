/** The package that sources import as `@stackframe/emails`: what a template says beside its text. */
export interface Said {
  subject: string | null
  category: string | null
}

const said: Said = { subject: null, category: null }

/** Forgets what an earlier try said, and answers where the next one says it. */
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
