import { expect, test } from 'vitest'
import { searchColleagues } from './use-colleagues.ts'

const grace = { name: 'Grace Hopper', number: '+15550142' }
const linus = { name: 'Linus Åkesson', number: '+15550143' }
const unnamed = { name: null, number: null }

test.each([
  ['hopper gra', [grace]],
  ['akesson', [linus]],
  ['555 01 43', [linus]],
  ['+1 555', [grace, linus]],
  ['0199', []],
  ['hedy', []],
  ['', [grace, linus, unnamed]],
])('the search “%s” finds colleagues by name or number', (search, found) => {
  expect(searchColleagues([grace, linus, unnamed], search)).toEqual(found)
})
