import { expect, test } from 'vitest'
import { registerPage } from './pages.ts'
import { firstPage } from './first-page.ts'
import { mockProfile } from '../gallery/mock-api.ts'

const asked: string[] = []
registerPage('finance/amazon/profit', () => {
  asked.push('profit')
  return Promise.resolve({ default: () => null })
})
registerPage('home/workbenches', () => {
  asked.push('home')
  return new Promise(() => {})
})
const at = (pathname: string) => firstPage(mockProfile, { pathname, search: '' })

test('the program of the page at the address has come when it resolves; of an unknown one nothing is waited for', async () => {
  await at('/finance/amazon/profit')
  expect(asked).toEqual(['profit'])
  await at('/no/such/page')
  expect(asked).toEqual(['profit'])
})

test('a page that does not come keeps nobody waiting for its frame', async () => {
  await at('/home/workbenches')
  expect(asked).toContain('home')
})
