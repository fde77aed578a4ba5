import { analysisPrompts } from '@parley/contract/phone'

/** Returns the names in `{{ }}` that are no variables of a prompt, each once, in their order. */
export function listUnknownVariables(text: string): string[] {
  const unknown = analysisPrompts.findVariables(text).filter(({ isKnown }) => !isKnown)
  return [...new Set(unknown.map(({ name }) => name))]
}
