import { expect, test } from 'vitest'
import { findLongFunctions } from './function-length.ts'

test('a function is measured from its first line to its last, after comments and other characters than ASCII', () => {
  const text = '// größer\n\nexport function long() {\n  one()\n  two()\n}\nconst short = () => 1\n'
  expect(findLongFunctions(text, false, 3)).toEqual([{ name: 'long', line: 3, length: 4 }])
  expect(findLongFunctions(text, false, 4)).toEqual([])
})

test('methods and arrow functions are measured under their own names', () => {
  const text = 'class A {\n  run() {\n    a()\n  }\n}\nconst go = () => {\n  a()\n}\n'
  expect(findLongFunctions(text, false, 2).map(({ name }) => name)).toEqual(['run', 'go'])
})
