import { expect, test } from 'vitest'
import { ProviderError } from '../../model-providers/index.ts'
import type { CallContext } from './call-context.ts'
import { renderPrompt } from './render-prompt.ts'

function createContext(lines: readonly string[], speaker = 'Ada'): CallContext {
  return {
    direction: 'incoming',
    locale: 'en-US',
    day: '2026-11-30',
    participants: [],
    contact: '',
    notes: 'A long note. '.repeat(100),
    metrics: '',
    lines: lines.map((text, index) => ({
      number: index + 1,
      speaker,
      startSeconds: index,
      startsAt: index,
      endsAt: index + 1,
      text,
    })),
  }
}

/** Guarantee (ZR814): a request to a model is not much longer than its transcript and its prompt. */
test('ZR814: a prompt that repeats a variable contains its value once', () => {
  const context = createContext(['The lenses are broken.'.repeat(50)])

  const { message } = renderPrompt('{{transcript}} {{notes}} {{locale}} '.repeat(400), context, 'mark')

  expect(message.match(/<<<mark transcript/g)).toHaveLength(1)
  expect(message.match(/<<<mark notes/g)).toHaveLength(1)
  expect(message).toContain('(transcript as above) (notes as above) en-US')
  expect(message.length).toBeLessThan(40_000)
})

test('ZR814: the lines of a transcript are too long with their speakers, although their texts are not', () => {
  const lines = Array.from({ length: 20_000 }, () => 'x')

  expect(() => renderPrompt('{{transcript}}', createContext(lines, 'A'.repeat(100)), 'mark')).toThrow(
    ProviderError,
  )
  expect(renderPrompt('{{transcript}}', createContext(lines), 'mark').message).toContain('[20000]')
})
