/** What the page of bank matching works out by itself: where the mark goes, what is left between both sides, what keys do. */
import { describe, expect, test } from 'vitest'
import { commandOf } from './keys.tsx'
import { linesQuery, nextOf, type OpenLine } from './lines.tsx'
import { keepsLines, standingOf } from './rest.tsx'

const usd = (open: string) => ({ open, currency: 'USD' })
const cny = (open: string) => ({ open, currency: 'CNY' })

describe('what is left', () => {
  test.each([
    ['equal', [usd('10')], [usd('4'), usd('6')], null, null],
    ['nothing chosen', [], [], null, 'lines'],
    ['no payment', [usd('10')], [], null, 'payments'],
    ['a rest nobody told of', [usd('10')], [usd('10.5')], null, 'remainder'],
    ['a rest that is a charge', [usd('10')], [usd('10.5')], 'charge', null],
    ['a rest that stays open', [usd('10')], [usd('4')], 'keep', null],
    ['a transfer', [usd('-10'), usd('10')], [], null, null],
    ['a transfer with a rest that stays', [usd('-10'), usd('9.9')], [], 'keep', 'transferKept'],
    ['a conversion', [usd('-10'), cny('70')], [], null, null],
    ['two currencies the same way', [usd('10'), cny('70')], [usd('5')], null, 'sameWay'],
    ['three currencies', [usd('10'), cny('-70')], [{ open: '3', currency: 'EUR' }], null, 'currencies'],
  ] as const)('%s', (_, lines, payments, remainder, why) => {
    expect(standingOf(lines, payments, remainder).why).toBe(why)
  })
  test('to the cent, and whether the lines stay open by it', () => {
    const standing = standingOf([usd('58185.00')], [usd('58200.00')], 'keep')
    expect(standing.differences).toEqual([{ currency: 'USD', amount: '-15' }])
    expect(keepsLines(standing, 'keep')).toBe(false)
    expect(keepsLines(standingOf([usd('-20')], [usd('-5')], 'keep'), 'keep')).toBe(true)
    expect(keepsLines(standingOf([usd('-20')], [usd('-5')], 'charge'), 'charge')).toBe(false)
  })
})

test('the mark goes to the next with a suggestion, else the next, else back; those of others are passed over', () => {
  const line = (id: string, confidence: number | null): OpenLine => ({
    rowId: id,
    postedOn: '2026-03-01',
    account: '',
    open: '1',
    currency: 'USD',
    text: '',
    more: '',
    id,
    confidence,
  })
  const lines = [line('1', 1), line('2', null), line('3', 2), line('4', null)]
  const passed =
    (...ids: string[]) =>
    (one: OpenLine) =>
      ids.includes(one.id)
  expect(nextOf(lines, '1', passed('1'))?.id).toBe('3')
  expect(nextOf(lines, '1', passed('1', '3'))?.id).toBe('2')
  expect(nextOf(lines, '4', passed('4'))?.id).toBe('3')
  expect(nextOf(lines, null, passed())?.id).toBe('1')
  expect(nextOf(lines, '4', passed('1', '2', '3', '4'))).toBeNull()
})

test('an amount is looked for without its thousands, other texts as they are', () => {
  const asked = (keyword: string) =>
    linesQuery({ accountId: '7', month: '2026-02', keyword, order: 'amount' }, 'x').conditionList?.map(one => one.value)
  expect(asked('-1,230.00')).toEqual(['7', '2026-02-01,2026-02-28', '1230.00'])
  expect(asked('A, B')).toEqual(['7', '2026-02-01,2026-02-28', String.raw`A\, B`])
})

test('keys are heard outside of fields, and those of a control stay its own', () => {
  const key = (name: string, target: EventTarget | null = document.body, more: object = {}) =>
    commandOf({ key: name, target, ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false, ...more })
  const [button, input] = [document.createElement('button'), document.createElement('input')]
  expect([key('Enter'), key('Enter', button), key('U', button), key('u', input)]).toEqual([{ does: 'enter' }, null, { does: 'undo' }, null])
  expect([key('Enter', document.body, { repeat: true }), key('ArrowDown', document.body, { repeat: true })]).toEqual([
    null,
    { does: 'move', by: 1 },
  ])
  expect([key('3'), key('0'), key('toString'), key('d', document.body, { ctrlKey: true })]).toEqual([
    { does: 'suggestion', at: 2 },
    null,
    null,
    null,
  ])
})
