/** Each version of the client is built into its own folder. */
const client = process.env.STACK_CLIENT

export default {
  distDir: `.next/${client}`,
  turbopack: { resolveAlias: { 'stack-client': `@stackframe/${client}` }, root: import.meta.dirname },
}
