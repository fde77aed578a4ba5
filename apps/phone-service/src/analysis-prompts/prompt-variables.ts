import { analysisPrompts } from '@parley/contract/phone'

/** Returns the names in `{{ }}` that are no variables of a prompt, each once, in their order. */
export function listUnknownVariables(text: string): string[] {
  const unknown = analysisPrompts.findVariables(text).filter(({ isKnown }) => !isKnown)
  return [...new Set(unknown.map(({ name }) => name))]
}

export function hasVariable(text: string, name: analysisPrompts.PromptVariable): boolean {
  return [...text.matchAll(variable)].some(([, found]) => found === name)
}

/** Replaces the variables of a prompt. Braces in a value stay as they are, and so do unknown names. */
export function replaceVariables(
  text: string,
  values: Readonly<Record<analysisPrompts.PromptVariable, string>>,
): string {
  const known = new Map<string, string>(Object.entries(values))
  return text.replace(variable, (written, name: string) => known.get(name) ?? written)
}
