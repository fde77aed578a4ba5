/** The versions of `@stackframe/stack`. Building each takes about a minute, so only the nightly tests do. */
export const nextVersions: readonly string[] = ['stack-2.8.30', 'stack-2.8.96', 'stack-2.8.108']
