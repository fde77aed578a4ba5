import { analysisPrompts } from '@parley/contract/phone'

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Returns the names in `{{ }}` that are no variables of a prompt, each once, in their order. */
export function listUnknownVariables(text: string): string[] {
  const names = [...text.matchAll(variable)].map(([, name = '']) => name)
  const known: readonly string[] = analysisPrompts.promptVariables
  return [...new Set(names)].filter((name) => !known.includes(name))
}
