import type { analysisPrompts } from '@parley/contract/phone'

interface PromptContent {
  readonly text: string
  readonly outputFields: readonly analysisPrompts.OutputField[]
}

/** The prompt that each workspace begins with. Models understand English in each language of a call. */
export const defaultPrompt: PromptContent = {
  text: `You read the transcript of a phone call and write down what the team needs to know.

Call: {{direction}}
Participants: {{participants}}
Contact: {{contact}}
Notes of the team: {{notes}}
Numbers of the conversation: {{metrics}}

Summarize the reason for the call, what was agreed, and what is still open. Write in the language {{locale}}, in short sentences. State only what the transcript says.

Transcript:
{{transcript}}`,
  outputFields: [
    {
      key: 'reason',
      label: 'Reason for the call',
      type: 'text',
      description: 'One sentence.',
      choices: [],
    },
    {
      key: 'outcome',
      label: 'Outcome',
      type: 'choice',
      description: 'Whether the reason for the call was dealt with.',
      choices: ['Resolved', 'Follow-up needed', 'Unresolved'],
    },
  ],
}
