const deniedErrors = new WeakSet<Error>()

/**
 * Marks an error as a denial of access, for the audit log, and returns it. Needed for error codes that do not
 * always mean a denial.
 */
export function markDenied<Refusal extends Error>(refusal: Refusal): Refusal {
  deniedErrors.add(refusal)
  return refusal
}

/** Returns whether an error was marked as a denial. */
export function isDenial(refusal: Error): boolean {
  return deniedErrors.has(refusal)
}
