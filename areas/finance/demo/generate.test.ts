import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { compare, subtract, sum } from '#platform/format/decimal.ts'
import { readMoneyBytes } from '../../../test/fixtures/amazon/read-money-file.ts'
import type { SettlementHead, SettlementLine, TransactionLine } from '../facts/amazon/files/lines.ts'
import { itemOfKind, kindOfSettlementLine, kindsOfTransactionLine } from '../facts/kinds/vocabulary.ts'
import { filesOf, plansOf } from './generate.ts'
import { demoMarketplaces, printed } from './marketplaces.ts'
import { costsOf, hasCost } from './product-costs.ts'

const things = ['KT', 'HM', 'OD', 'PT', 'EL']
const sellerSkus = Array.from({ length: 60 }, (_, i) => {
  const sku = `${things[i % 5]}-${1000 + i}`
  return { sellerSku: `${sku}-X`, productId: String(i), product: { sku, name: `商品 ${i}`, brand: 'B', category: 'C', status: 1 as const } }
})
const shops = [...demoMarketplaces.map(m => m.code), 'ebay.com', 'walmart.com', 'aliexpress.com'].map(marketplaceCode => ({
  name: `店铺 ${marketplaceCode}`,
  marketplaceCode,
  sellerSkus,
}))
const wish = { seed: 1, lines: 9_000, today: '2026-11-21' }
const hashOf = (seed: number, today = wish.today): string => {
  const hash = createHash('sha256')
  for (const plan of plansOf(shops, { ...wish, seed, today }))
    for (const file of filesOf(plan)) for (const piece of [file.name, ...file.content]) hash.update(piece)
  return hash.digest('hex')
}

describe('the same seed', () => {
  it('gives the same bytes, another seed or day gives others', () => {
    const [first, again, other, later] = [hashOf(1), hashOf(1), hashOf(2), hashOf(1, '2026-11-22')]
    expect(again).toBe(first)
    expect(new Set([first, other, later]).size).toBe(3)
  })

  it('skipping a file changes none of the others', () => {
    const [plan] = plansOf(shops, wish)
    if (!plan) throw new Error('no plan')
    const all = new Map([...filesOf(plan)].map(f => [f.name, f]))
    const read = new Map<string, string>()
    for (const file of filesOf(plan)) read.set(file.name, [...file.content].join(''))
    expect([...all.keys()]).toEqual([...read.keys()])
    const half = new Map<string, string>()
    let n = 0
    for (const file of filesOf(plan)) if (n++ % 2 === 0) half.set(file.name, [...file.content].join(''))
    for (const [name, text] of half) expect(text).toBe(read.get(name))
  })
})

describe('the files', () => {
  interface Read {
    readonly settlements: { head: SettlementHead; lines: readonly SettlementLine[] }[]
    readonly transactions: TransactionLine[]
  }
  const read = new Map<string, Read>()
  const [found, expected]: [object[], object[]] = [[], []]
  const zones: Readonly<Record<string, string>> = {
    'amazon.com': 'America/Los_Angeles',
    'amazon.ca': 'America/Los_Angeles',
    'amazon.co.jp': 'Asia/Tokyo',
  }
  beforeAll(async () => {
    for (const plan of plansOf(shops, wish)) {
      const of: Read = { settlements: [], transactions: [] }
      for (const file of filesOf(plan)) {
        const { code, currency } = plan.market
        const got = await readMoneyBytes<SettlementLine & TransactionLine>([...file.content].join(''), {
          zone: zones[code] ?? 'UTC',
          currency,
        })
        const { reason, refusals, cutOff, survey } = got
        const totals = got.controlTotals.filter(t => t.stated !== null && t.stated !== t.summed)
        found.push({
          file: file.name,
          reason,
          refusals,
          cutOff,
          totals,
          marketplaces: survey?.marketplaces.map(m => m.toLowerCase()),
          currencies: survey?.currencies,
        })
        expected.push({ file: file.name, reason: '', refusals: [], cutOff: null, totals: [], marketplaces: [code], currencies: [currency] })
        if (file.kind === 'settlement') of.settlements.push({ head: got.head as SettlementHead, lines: got.lines })
        else of.transactions.push(...got.lines)
      }
      read.set(plan.market.code, of)
    }
  })

  it('are read as what they are, to the last line, in every language', () => {
    expect(found.length).toBeGreaterThan(80)
    expect(found).toEqual(expected)
  })

  it('about as many lines as asked for, of Amazon shops alone', () => {
    const lines = [...read.values()].reduce((n, r) => n + r.transactions.length + r.settlements.reduce((m, s) => m + s.lines.length, 0), 0)
    expect(lines / wish.lines).toBeGreaterThan(0.85)
    expect(lines / wish.lines).toBeLessThan(1.6)
    expect([...read.keys()]).toEqual(demoMarketplaces.map(m => m.code))
  })

  it('settlements follow each other without a gap and cross months', () => {
    for (const { settlements } of read.values()) {
      settlements.forEach(({ head, lines }, i) => {
        if (i > 0) expect(head.startAt).toBe(settlements[i - 1]?.head.endAt)
        expect(lines.every(l => l.postedAt >= head.startAt && l.postedAt < head.endAt)).toBe(true)
        expect(compare(head.total, sum(lines.map(l => l.amount)))).toBe(0)
      })
      if (settlements.length > 0)
        expect(settlements.filter(({ head }) => head.startAt.slice(0, 7) !== head.endAt.slice(0, 7)).length).toBeGreaterThan(5)
    }
  })

  it('both reports carry the same money, but for one settlement', () => {
    const different: string[] = []
    for (const [code, { settlements, transactions }] of read) {
      if (transactions.length === 0) continue
      for (const { head } of settlements) {
        const told = transactions.filter(t => t.settlementId === head.settlementId && t.typeCode !== 'transfer')
        const difference = subtract(head.total, sum(told.map(t => t.total)))
        if (difference !== '0') different.push(`${code} ${difference}`)
        const paid = transactions.find(t => t.settlementId === head.settlementId && t.typeCode === 'transfer')
        if (paid) expect(sum([paid.total, head.total])).toBe('0')
      }
    }
    expect(different).toEqual(['amazon.de 25'])
  })

  it('one fee alone waits for a mapping', () => {
    const unknown = new Set<string>()
    for (const { settlements, transactions } of read.values()) {
      const kinds = [...settlements.flatMap(s => s.lines.map(kindOfSettlementLine)), ...transactions.flatMap(kindsOfTransactionLine)]
      for (const kind of kinds) if (kind && itemOfKind(kind) === null) unknown.add(`${kind.family} ${kind.description}`)
    }
    expect([...unknown].sort()).toEqual(['settlement Seasonal Packaging Surcharge', 'transaction Seasonal Packaging Surcharge'])
  })

  it('some of the newest money is deferred, and only in the open settlement', () => {
    for (const code of ['amazon.com', 'amazon.de']) {
      const { settlements, transactions } = read.get(code) ?? { settlements: [], transactions: [] }
      const closed = new Set(settlements.map(s => s.head.settlementId))
      const deferred = transactions.filter(t => t.status === 'deferred')
      expect(deferred.length).toBeGreaterThan(0)
      expect(deferred.length).toBeLessThan(transactions.length / 10)
      expect(deferred.some(t => closed.has(t.settlementId))).toBe(false)
    }
  })

  it('yen have no decimals; a few products bring most of the money', () => {
    const { transactions } = read.get('amazon.co.jp') ?? { transactions: [] }
    expect(transactions.every(t => !t.total.includes('.'))).toBe(true)
    const sold = new Map<string, number>()
    for (const { transactions: lines } of read.values())
      for (const { sku, quantity, typeCode } of lines) if (typeCode === 'order') sold.set(sku, (sold.get(sku) ?? 0) + (quantity ?? 0))
    const units = [...sold.values()].sort((a, b) => b - a)
    const all = units.reduce((n, u) => n + u, 0)
    expect(units.slice(0, 24).reduce((n, u) => n + u, 0) / all).toBeGreaterThan(0.5)
  })
})

it.each([
  [-1234n, 2, '-12.34'],
  [5n, 2, '0.05'],
  [-5n, 2, '-0.05'],
  [1500n, 0, '1500'],
  [0n, 2, '0.00'],
] as const)('%s minor units at scale %s are %s', (units, decimals, text) => {
  expect(printed(units, decimals)).toBe(text)
})

it('costs: one for every month of a product, none for a few', () => {
  const months = ['2026-09', '2026-10', '2026-11']
  const costs = costsOf(shops, months)
  const known = sellerSkus.filter(s => hasCost(s.product.sku))
  expect(costs).toHaveLength(known.length * months.length)
  expect(costs.every(c => /^\d+\.\d{4}$/.test(c.unitCost) && compare(c.unitCost, '5') > 0)).toBe(true)
  const many = Array.from({ length: 300 }, (_, i) => hasCost(`${things[i % 5]}-${1000 + i}`)).filter(has => !has).length
  expect(many).toBeGreaterThan(2)
  expect(many).toBeLessThan(20)
})
