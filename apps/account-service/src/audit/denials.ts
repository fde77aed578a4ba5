const denials = new WeakSet<Error>()

/**
 * Marks a refusal as a denial, and answers it: somebody tried what they may not, and the code alone does not tell, because
 * it also stands for something else. It is written down as one.
 */
export function denied<Refusal extends Error>(refusal: Refusal): Refusal {
  denials.add(refusal)
  return refusal
}

/** Tells whether a refusal was marked as a denial. */
export function isDenial(refusal: Error): boolean {
  return denials.has(refusal)
}
