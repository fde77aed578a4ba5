/** Returns whether `error` is a violation of this constraint or unique index. */
export function isConstraintViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: refusedBy } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  // Class 23: integrity constraint violation (PostgreSQL, appendix A).
  return typeof code === 'string' && code.startsWith('23') && refusedBy === constraint
}
