import { analysisPrompts } from '@parley/contract/phone'

/** Returns the names in `{{ }}` that are no variables of a prompt, each once, in their order. */
export function listUnknownVariables(text: string): string[] {
  const unknown = analysisPrompts.findVariables(text).filter(({ isKnown }) => !isKnown)
  return [...new Set(unknown.map(({ name }) => name))]
}

/** A shorter value, such as the direction of the call, is repeated. */
const maxRepeatedLength = 100

export function hasVariable(text: string, name: analysisPrompts.PromptVariable): boolean {
  return analysisPrompts.findVariables(text).some((each) => each.name === name)
}

/**
 * Replaces the variables of a prompt. Braces in a value stay as they are, and so do unknown names. A value is inserted
 * once, because the transcript of a long call a thousand times would fill the memory; further places name the variable.
 */
export function replaceVariables(
  text: string,
  values: Readonly<Record<analysisPrompts.PromptVariable, string>>,
): string {
  const known = new Map<string, string>(Object.entries(values))
  const parts: string[] = []
  let at = 0
  for (const { name, start, end } of analysisPrompts.findVariables(text)) {
    const value = known.get(name)
    parts.push(text.slice(at, start), value ?? text.slice(start, end))
    if (value !== undefined && value.length > maxRepeatedLength) known.set(name, `(${name} as above)`)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}
