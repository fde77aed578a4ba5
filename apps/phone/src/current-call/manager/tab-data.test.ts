// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { removeTabDataOfOthers } from './tab-data.ts'

beforeEach(() => sessionStorage.clear())

function storeCall() {
  sessionStorage.setItem('parley.call', 'c')
  sessionStorage.setItem('parley.note.c', 'unsaved')
  sessionStorage.setItem('other', 'value')
}

test('ZR56: the calls and unsaved notes of a tab survive a reload, and end when another user signs in', () => {
  removeTabDataOfOthers('ada')
  storeCall()

  removeTabDataOfOthers('ada')
  expect({ ...sessionStorage }).toMatchObject({ 'parley.call': 'c', 'parley.note.c': 'unsaved' })

  removeTabDataOfOthers('grace')
  expect({ ...sessionStorage }).toEqual({ 'parley.user': 'grace', other: 'value' })
})
