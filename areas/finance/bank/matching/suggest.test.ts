/** Suggestions against a plain reference that tries all with all, on random lines, payments and rules. */
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { addDays } from '#platform/format/dates.ts'
import { bare, fold, keyWords, textOf } from './line-words.ts'
import {
  alike,
  conversionOf,
  leastScore,
  linesMax,
  linesOf,
  pairOf,
  paymentsMax,
  rulesFor,
  severalOf,
  transferOf,
  type OpenLine,
  type OpenPayment,
} from './scores.ts'
import { candidatesOf, chosenOf, suggestionsOf, type Open, type Proposal } from './suggest.ts'

const day0 = '2026-03-01'
const texts = ['amazon payments', 'transfer 结汇', 'fee', 'ebay pay-out', '', 'lianlian withdraw', '利息']
const amounts = [10_0000n, 20_0000n, 30_0000n, 50_0000n, 49_0000n, 70_0000n, 350_0000n, 345_0000n]

const line = fc.record({
  accountId: fc.constantFrom('1', '2'),
  offset: fc.integer({ min: 0, max: 40 }),
  amount: fc.constantFrom(...amounts),
  isOut: fc.boolean(),
  currency: fc.constantFrom('USD', 'CNY'),
  words: fc.constantFrom(...texts),
  names: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null, freq: 4 }),
})
const payment = fc.record({
  source: fc.constantFrom(1, 2),
  shopId: fc.constantFrom('1', '2', null),
  offset: fc.integer({ min: -20, max: 40 }),
  amount: fc.constantFrom(...amounts),
  isOut: fc.boolean(),
  currency: fc.constantFrom('USD', 'CNY'),
  party: fc.constantFrom('amazon', 'ebay'),
})
const rule = fc.record({
  accountId: fc.constantFrom('1', '2'),
  direction: fc.constantFrom(1, 2),
  words: fc.constantFrom('amazon', 'fee', 'transfer'),
  source: fc.constantFrom(1, 2, null),
  shopId: fc.constantFrom('1', null),
})
const open = fc
  .record({
    lines: fc.array(line, { maxLength: 9 }),
    payments: fc.array(payment, { maxLength: 8 }),
    rules: fc.array(rule, { maxLength: 3 }),
  })
  .map((made): Open => ({
    lines: made.lines.map(({ offset, isOut, amount, words, names, ...one }, at): OpenLine => {
      const text = textOf({ counterparty: words, purpose: names === null ? '' : `ref REF-000${names}`, summary: '', serialNo: '' })
      return { ...one, id: String(at + 1), day: addDays(day0, offset), amount: isOut ? -amount : amount, text, words }
    }),
    payments: made.payments.map(({ offset, isOut, amount, ...one }, at): OpenPayment => ({
      ...one,
      id: String(at + 1),
      day: addDays(day0, offset),
      amount: isOut ? -amount : amount,
      reference: `ref-000${at + 1}`,
    })),
    rules: made.rules.map((one, at) => ({ ...one, id: String(at + 1), item: one.source === null ? 4 : null })),
    rateOf: (_month, currency) => (currency === 'CNY' ? 1 : 7),
  }))

type Found = Pick<Proposal, 'kind' | 'lines' | 'payments' | 'score'>
const runs = <T>(all: readonly T[], most: number): T[][] =>
  all.flatMap((_, from) => all.slice(from + 1, from + most).map((_one, more) => all.slice(from, from + more + 2)))
const inOrder = <T extends { day: string; id: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (a.day === b.day ? Number(a.id) - Number(b.id) : a.day < b.day ? -1 : 1))

/** All with all. */
function plain({ lines, payments, rules, rateOf }: Open): Found[] {
  const found: Found[] = []
  const of = (one: OpenLine) => rulesFor(one, rules)
  for (const one of lines) {
    const fits = payments.flatMap(payment => {
      const reasons = pairOf(one, payment, of(one))
      return reasons === null ? [] : [{ payment, reasons }]
    })
    const equal = fits.filter(({ reasons }) => reasons.missing === 0n).length
    for (const { payment, reasons } of fits)
      found.push({
        kind: 'payment',
        lines: [one.id],
        payments: [payment.id],
        score: alike(reasons, reasons.missing === 0n ? equal - 1 : 0),
      })
    const groups = Map.groupBy(payments, p => `${p.source} ${p.shopId} ${p.currency} ${p.amount < 0n}`)
    for (const group of groups.values())
      for (const run of runs(inOrder(group), paymentsMax)) {
        const reasons = severalOf(one, run, of(one))
        if (reasons !== null) found.push({ kind: 'payment', lines: [one.id], payments: run.map(p => p.id), score: reasons.score })
      }
    for (const other of lines) {
      const transfer = transferOf(one, other)
      if (transfer !== null) found.push({ kind: 'transfer', lines: [one.id, other.id], payments: [], score: transfer.score })
      const conversion = conversionOf(one, other, rateOf)
      if (conversion !== null) found.push({ kind: 'conversion', lines: [one.id, other.id], payments: [], score: conversion.score })
    }
  }
  for (const group of Map.groupBy(lines, l => `${l.accountId} ${l.words} ${l.currency} ${l.amount < 0n}`).values())
    for (const run of runs(inOrder(group), linesMax))
      for (const payment of payments) {
        const reasons = linesOf(run, payment, of)
        if (reasons !== null) found.push({ kind: 'payment', lines: run.map(l => l.id), payments: [payment.id], score: reasons.score })
      }
  return found.filter(one => one.score >= leastScore)
}
const written = (all: readonly Found[]): string[] =>
  all.map(one => `${one.kind} ${one.lines.join()} ${one.payments.join()} ${one.score}`).toSorted((a, b) => (a < b ? -1 : 1))

describe('suggestions', () => {
  test('are those that trying all with all finds', () => {
    fc.assert(
      fc.property(open, all => {
        expect(written(candidatesOf(all).filter(one => one.kind !== 'booked'))).toEqual(written(plain(all)))
      }),
      { numRuns: 10_000 },
    )
  }, 60_000)
  test('take each line and payment once, the best first, and leave no candidate whose parts are all free', () => {
    fc.assert(
      fc.property(open, all => {
        const chosen = suggestionsOf(all)
        const parts = chosen.flatMap(one => [...one.lines.map(id => `l${id}`), ...one.payments.map(id => `p${id}`)])
        expect(new Set(parts).size).toBe(parts.length)
        const taken = new Set(parts)
        for (const one of candidatesOf(all))
          expect([...one.lines.map(id => `l${id}`), ...one.payments.map(id => `p${id}`)].some(id => taken.has(id))).toBe(true)
        expect(chosenOf(candidatesOf({ ...all, lines: all.lines.toReversed() })).length).toBe(chosen.length)
      }),
      { numRuns: 300 },
    )
  })
})

test('what is remembered of a line: its counterparty, else its words without numbers', () => {
  const line = { counterparty: '', purpose: 'INV 8821', summary: 'BILL  PAYMENT ＵＰＳ', serialNo: 'X1' }
  expect(keyWords(line)).toBe('bill payment ups inv')
  expect(keyWords({ ...line, counterparty: ' 连连 支付 ' })).toBe('连连 支付')
  expect(bare(fold('Ref：12 A'))).toBe('ref a')
})
