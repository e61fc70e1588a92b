import { describe, expect, test } from 'vitest'
import { showExact } from '#platform/format/numbers.ts'
import { encode, type WrittenEncoding } from '../../../../../test/fixtures/amazon/encode.ts'
import { readMoneyBytes, type ReadFile } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import { reportForms } from './header-match.ts'
import { headerNames, namesOf } from './header-names.ts'
import { reportLanguages, type FileColumn, type ReportColumn, type ReportLanguage } from './header-columns.ts'
import type { TransactionLine } from './lines.ts'
import { unifiedColumns } from './transaction-report.ts'
import { japanZone, pacificZone, utcZone, writeTransactionReport, type ReportStyle, type WrittenTransaction } from './write-report.ts'

const form27 = unifiedColumns.filter(column => !['accountType', 'regulatoryFee', 'regulatoryFeeTax'].includes(column))
const form25: ReportColumn[] = [
  'postedAt',
  'settlementId',
  'type',
  'orderId',
  'sku',
  'description',
  'quantity',
  'marketplace',
  'accountType',
  'fulfillment',
  'city',
  'state',
  'postal',
  'taxModel',
  'productSales',
  'shippingCredits',
  'giftWrapCredits',
  'promotionalRebates',
  'salesTaxCollected',
  'marketplaceFacilitatorTax',
  'sellingFees',
  'fbaFees',
  'otherTransactionFees',
  'other',
  'total',
]

const english: ReportStyle = {
  language: 'en',
  currency: 'USD',
  columns: unifiedColumns,
  numbers: '1,234.56',
  dates: 'american',
  zone: pacificZone,
}

const sample: readonly WrittenTransaction[] = [
  {
    epochMs: Date.UTC(2025, 0, 31, 23, 59, 59),
    settlementId: '19',
    type: 'order',
    orderId: '306-1',
    sku: 'A-1',
    description: 'Map 64" x 49", "large"; two\nlines',
    quantity: 2,
    marketplace: 'amazon',
    fulfillment: 'Amazon',
    city: 'Köln, Süd',
    amounts: { productSales: '1234.56', shippingCredits: '4.10', promotionalRebates: '-4.10', sellingFees: '-185.18', fbaFees: '-10.00' },
  },
  {
    epochMs: Date.UTC(2025, 1, 13, 0, 5, 9),
    settlementId: '19',
    type: 'refund',
    orderId: '306-2',
    sku: 'A-2',
    description: 'Poster',
    quantity: 1,
    amounts: { productSales: '-35.00', sellingFees: '4.20' },
  },
  {
    epochMs: Date.UTC(2025, 7, 25, 12, 0, 0),
    settlementId: '19',
    type: 'serviceFee',
    description: 'Subscription',
    amounts: { other: '-39.99' },
  },
  { epochMs: Date.UTC(2025, 11, 1, 8, 30, 0), settlementId: '19', type: 'transfer', amounts: { other: '-1000000.00' } },
  {
    epochMs: Date.UTC(2025, 11, 1, 8, 30, 0),
    settlementId: '19',
    type: 'Newly Invented',
    description: 'Something',
    amounts: { other: '-0.01' },
  },
]

async function read(style: ReportStyle, encoding: WrittenEncoding = 'utf-8-mark', lines = sample): Promise<ReadFile<TransactionLine>> {
  return readMoneyBytes<TransactionLine>(encode([...writeTransactionReport(lines, style)].join(''), encoding), {
    zone: 'UTC',
    currency: style.currency,
  })
}

/** What must not depend on language, layout or encoding. */
function facts(lines: readonly TransactionLine[]): unknown[] {
  return lines.map(({ postedAt, postedOn, typeCode, orderId, sku, quantity, amounts, total }) => ({
    postedAt,
    postedOn,
    typeCode,
    orderId,
    sku,
    quantity,
    amounts,
    total,
  }))
}

const styles: [ReportLanguage, Partial<ReportStyle>, WrittenEncoding][] = [
  ['en', {}, 'utf-8-mark'],
  ['en', { numbers: '1,234.56', dates: 'named', zone: utcZone }, 'utf-8'],
  ['de', { numbers: '1.234,56', dates: 'dotted', zone: utcZone, separator: ';' }, 'windows-1252'],
  ['fr', { numbers: '1 234,56', dates: 'named', zone: utcZone, lineEnd: '\r\n' }, 'utf-8-mark'],
  ['es', { numbers: '1.234,56', dates: 'named', zone: utcZone }, 'utf-16le-mark'],
  ['it', { numbers: '1.234,56', dates: 'named', zone: utcZone, lineEnd: '\r' }, 'utf-8'],
  ['nl', { numbers: '1.234,56', dates: 'named', zone: utcZone, separator: ';' }, 'utf-16be-mark'],
  ['sv', { numbers: '1 234,56', dates: 'named', zone: utcZone }, 'utf-8-mark'],
  ['pl', { numbers: '1 234,56', dates: 'named', zone: utcZone, separator: ';' }, 'windows-1250'],
  ['ja', { numbers: '1,234.56', dates: 'slashed', zone: japanZone }, 'shift_jis'],
  ['es-MX', { numbers: '1,234.56', dates: 'named', zone: pacificZone }, 'windows-1252'],
  ['pt-BR', { numbers: '1.234,56', dates: 'named', zone: utcZone }, 'utf-16le'],
  ['tr', { numbers: "1'234.56", dates: 'named', zone: utcZone, separator: ';' }, 'windows-1254'],
]

describe('every language, number style, date style, encoding and separator reads the same', () => {
  test.each(styles)('%s %o in %s', async (language, style, encoding) => {
    const [reference, file] = await Promise.all([
      read({ ...english, columns: form27 }),
      read({ ...english, columns: form27, ...style, language }, encoding),
    ])
    expect(file.reason).toBe('')
    expect(file.refusals).toEqual([])
    expect(file.survey?.currencies).toEqual(['USD'])
    expect(facts(file.lines)).toEqual(facts(reference.lines))
    expect(file.lines.map(line => line.key)).toEqual(reference.lines.map(line => line.key))
  })

  test('all lines are there with their exact amounts', async () => {
    const { lines, controlTotals } = await read(english)
    expect(lines.map(line => [line.postedAt, line.typeCode, line.total])).toEqual([
      ['2025-01-31T23:59:59Z', 'order', '1039.38'],
      ['2025-02-13T00:05:09Z', 'refund', '-30.80'],
      ['2025-08-25T12:00:00Z', 'serviceFee', '-39.99'],
      ['2025-12-01T08:30:00Z', 'transfer', '-1000000.00'],
      ['2025-12-01T08:30:00Z', null, '-0.01'],
    ])
    expect(lines[0]?.description).toBe('Map 64" x 49", "large"; two\nlines')
    expect(lines[1]?.line).toBe(11)
    expect(controlTotals.at(-1)).toEqual({ name: 'total', currency: 'USD', stated: null, summed: '-999031.42' })
  })

  test.each([
    ['25 columns', form25],
    ['27 columns', form27],
    ['30 columns', unifiedColumns],
    ['32 columns', [...unifiedColumns, 'status', 'releasedAt'] as ReportColumn[]],
  ] as const)('%s', async (_, columns) => {
    const file = await read({ ...english, columns })
    expect(file.refusals).toEqual([])
    expect(file.lines.map(line => line.key)).toEqual((await read(english)).lines.map(line => line.key))
  })
})

describe('header', () => {
  test('each printed name means one column of its language', () => {
    for (const language of reportLanguages) {
      const byName = new Map<string, string>()
      for (const column of Object.keys(headerNames) as FileColumn[]) {
        for (const name of namesOf(column, language)) {
          expect([language, name, byName.get(name.toLowerCase()) ?? column]).toEqual([language, name, column])
          byName.set(name.toLowerCase(), column)
        }
      }
    }
  })

  const text = (style: ReportStyle): string => [...writeTransactionReport(sample, style)].join('')
  const german: ReportStyle = { language: 'de', currency: 'EUR', columns: form27, numbers: '1.234,56', dates: 'dotted', zone: utcZone }

  test('characters lost by Amazon (U+FFFD) or by Excel (?) still read', async () => {
    for (const lost of ['\uFFFD', '?']) {
      const file = await readMoneyBytes<TransactionLine>(text(german).replace(/[äöüß]/g, lost))
      expect([file.table?.encoding, file.match?.language, file.refusals]).toEqual(['utf-8', 'de', []])
      expect(file.lines[0]?.total).toBe('1039.38')
    }
  })

  test('typographic apostrophes, case and blanks around names do not matter', async () => {
    const french: ReportStyle = { ...german, language: 'fr', dates: 'named' }
    const file = await readMoneyBytes<TransactionLine>(
      text(french).replace('"ventes de produits"', '" Ventes de produits "').replace("crédits d'expédition", 'Crédits d’expédition'),
    )
    expect(file.refusals).toEqual([])
    expect(file.lines[0]?.amounts.shippingCredits).toBe('4.10')
  })

  test('names the table does not know take the column of their place', async () => {
    const style: ReportStyle = { ...german, columns: unifiedColumns }
    const file = await readMoneyBytes<TransactionLine>(
      text(style).replace('"Verkaufsgebühren"', '"Provisionen"').replace('"Umsätze"', '"Erlöse"').replace('"Regulatory Fee"', '"Abgabe"'),
    )
    expect(file.refusals).toEqual([])
    expect(file.lines[0]?.amounts).toMatchObject({ productSales: '1234.56', sellingFees: '-185.18' })
  })

  describe('a column of money that no table knows', () => {
    /** the report with a column more: its head, where it stands, its cells line by line and the totals of the lines */
    const widened = (head: string, cells: readonly string[], totals: readonly string[], place: 'before' | 'behind' = 'before'): string => {
      let line = -1
      return [
        ...writeTransactionReport(
          sample.map(each => ({ ...each, description: 'x' })),
          german,
        ),
      ]
        .join('')
        .trimEnd()
        .split('\n')
        .map(row => {
          if (!row.includes('","')) return row
          line++
          const [cell, total] = line === 0 ? [head, 'Gesamt'] : [cells[line - 1] ?? '0', totals[line - 1] ?? '']
          return row.replace(/"([^"]*)"$/, (_, old: string) => {
            const sum = total === '' ? old : total
            return place === 'before' ? `"${cell}","${sum}"` : `"${sum}","${cell}"`
          })
        })
        .join('\n')
        .concat('\n')
    }
    const nothing = sample.map(() => '0')

    test('is kept under its own name where the total holds it, and said', async () => {
      const file = await readMoneyBytes<TransactionLine>(widened('Neue Gebühr', ['-1,00', ...nothing], ['1.038,38']))
      expect(file.refusals).toEqual([])
      const [first, second] = file.lines
      expect([first?.unmapped, first?.unmappedAmount, first?.total]).toEqual([{ 'Neue Gebühr': '-1.00' }, '-1.00', '1038.38'])
      expect([second?.unmapped, second?.unmappedAmount]).toEqual([null, '0'])
      expect(file.controlTotals.find(t => t.name === 'unmappedAmount')?.summed).toBe('-1.00')
      expect(file.notes).toEqual(['不认识的列“Neue Gebühr”已按未映射的金额计入，合计 −1.00 EUR，请在费用类型映射里选择科目'])
    })
    test.each([
      ['that the total does not hold', '1.039,38', /已知金额列合计1,039\.38.*“Neue Gebühr”合计1,038\.38.*总额为1,039\.38/],
      ['where neither sum is the total', '1.000,00', /已知金额列合计1,039\.38.*“Neue Gebühr”合计1,038\.38.*总额为1,000\.00/],
    ])('among the money columns %s refuses the file with both sums', async (_, total, reason) => {
      const file = await readMoneyBytes<TransactionLine>(widened('Neue Gebühr', ['-1,00', ...nothing], [total]))
      expect(file.refusals.map(refusal => refusal.line)).toEqual([9])
      expect(file.refusals[0]?.reason).toMatch(reason)
    })
    test('behind the total is there for information unless the total holds it', async () => {
      const told = await readMoneyBytes<TransactionLine>(widened('Hinweis', ['-1,00', ...nothing], ['1.039,38'], 'behind'))
      expect([told.refusals, told.lines[0]?.unmapped, told.notes]).toEqual([
        [],
        null,
        ['不认识的列“Hinweis”不在各行总额之内，没有计入，合计 −1.00 EUR'],
      ])
      const counted = await readMoneyBytes<TransactionLine>(widened('Hinweis', ['-1,00', ...nothing], ['1.038,38'], 'behind'))
      expect([counted.refusals, counted.lines[0]?.unmapped]).toEqual([[], { Hinweis: '-1.00' }])
    })
    test('whose meaning changes within the file refuses it', async () => {
      const file = await readMoneyBytes<TransactionLine>(widened('Hinweis', ['-1,00', '-2,00', ...nothing], ['1.038,38'], 'behind'))
      expect(file.refusals.map(r => [r.line, r.column])).toEqual([[null, 'Hinweis']])
    })
    test('that holds words or whole numbers outside the money columns is none', async () => {
      for (const [cell, place] of [
        ['Karton', 'before'],
        ['10115', 'behind'],
      ] as const) {
        const file = await readMoneyBytes<TransactionLine>(widened('Paket', [cell, ...nothing], ['1.039,38'], place))
        expect([file.refusals, file.lines[0]?.unmapped, file.notes]).toEqual([[], null, []])
      }
    })
    test('named like a column of the product or like a property of every object stays its own', async () => {
      for (const name of ['productSales', 'constructor', '__proto__']) {
        const file = await readMoneyBytes<TransactionLine>(widened(name, ['-1,00', ...nothing], ['1.038,38']))
        expect(file.refusals).toEqual([])
        const [head = ''] = Object.keys(file.lines[0]?.unmapped ?? {})
        expect(head).toBe(name === 'productSales' ? '~productSales' : name)
      }
    })
  })

  test('a head that was told by its place is said, with its column and sum', async () => {
    const file = await readMoneyBytes<TransactionLine>(
      text({ ...german, columns: unifiedColumns }).replace('"Verkaufsgebühren"', '"Provisionen"'),
    )
    const sum = file.controlTotals.find(t => t.name === 'sellingFees')?.summed
    const at = unifiedColumns.indexOf('sellingFees') + 1
    expect(file.notes).toEqual([`第 ${at} 列的表头“Provisionen”不认识，按所在位置读作“selling fees”，合计 ${showExact(sum ?? '')} EUR`])
  })

  test('forms differ from each other', () => {
    const forms = reportForms.map(form => form.join())
    expect(new Set(forms).size).toBe(forms.length)
  })
})

describe('refusals', () => {
  const text = [...writeTransactionReport(sample, english)].join('')
  const refusals = async (changed: string): Promise<unknown[]> => {
    expect(changed).not.toBe(text)
    return (await readMoneyBytes<TransactionLine>(changed)).refusals.map(({ line, column, value, reason }) => [line, column, value, reason])
  }

  test('a total that does not add up', async () => {
    expect(await refusals(text.replace('"1,039.38"', '"1,039.39"'))).toEqual([
      [9, 'total', '1,039.39', '本行各金额列合计1,039.38，与总额1,039.39不符，相差0.01'],
    ])
  })
  test('a cell that is no amount', async () => {
    expect(await refusals(text.replace('"-185.18"', '"-185.1x"'))).toEqual([
      [9, 'selling fees', '-185.1x', '不是金额，或小数超过4位、整数超过14位'],
    ])
  })
  test('two decimal marks in one file', async () => {
    const [first] = await refusals(text.replace('"-185.18"', '"-185,18"'))
    expect(String(first)).toMatch(/两种小数写法/)
  })
  test('a day that does not exist', async () => {
    expect(await refusals(text.replace('Feb 12, 2025', 'Feb 30, 2025'))).toEqual([
      [11, 'date/time', expect.stringContaining('Feb 30'), '日期不存在'],
    ])
  })
  test('an empty type and a broken quantity', async () => {
    expect(await refusals(text.replace('"Refund"', '""').replace('"2","amazon"', '"2.5","amazon"'))).toEqual([
      [9, 'quantity', '2.5', '数量不是整数'],
      [11, 'type', '', '交易类型为空'],
    ])
  })
  test('a last line that is cut off', async () => {
    const file = await readMoneyBytes(text.slice(0, -20))
    expect(file.cutOff?.line).toBe(14)
  })
  test('a header without lines', async () => {
    const [only] = (await readMoneyBytes([...writeTransactionReport([], english)].join(''))).refusals
    expect(only?.reason).toMatch(/没有数据行/)
  })
  test('amounts that read both ways and add up both ways', async () => {
    const file = await read({ ...english, numbers: '1,234.56' }, 'utf-8', [
      { epochMs: Date.UTC(2025, 1, 1), settlementId: '1', type: 'transfer', amounts: { other: '-1234' } },
    ])
    expect(file.survey?.format).toBeNull()
    expect(file.refusals[0]?.reason).toMatch(/“-1,234”可读作-1234或-1\.234/)
  })
})

test("yen have no decimals: the lines' own totals decide", async () => {
  const japanese: ReportStyle = { language: 'ja', currency: 'JPY', columns: form27, numbers: '1,234.56', dates: 'slashed', zone: japanZone }
  const yen: WrittenTransaction[] = [
    {
      epochMs: Date.UTC(2026, 2, 1),
      settlementId: '1',
      type: 'order',
      orderId: '250-1',
      sku: 'J',
      quantity: 1,
      amounts: { productSales: '1234', sellingFees: '-300' },
    },
    {
      epochMs: Date.UTC(2026, 2, 1),
      settlementId: '1',
      type: 'order',
      orderId: '250-2',
      sku: 'J',
      quantity: 1,
      amounts: { productSales: '12345', sellingFees: '-1500' },
    },
  ]
  const file = await read(japanese, 'utf-8-mark', yen)
  expect(file.refusals).toEqual([])
  expect(file.lines.map(line => [line.amounts.productSales, line.total])).toEqual([
    ['1234', '934'],
    ['12345', '10845'],
  ])
  expect(file.survey?.currencies).toEqual(['JPY'])
})

test('1141,18 in dollars is read as what it says', async () => {
  const file = await read({ ...english, numbers: '1234,56' }, 'utf-8', [
    {
      epochMs: Date.UTC(2025, 1, 1),
      settlementId: '1',
      type: 'order',
      orderId: '1',
      sku: 'A',
      quantity: 1,
      amounts: { productSales: '1141.18' },
    },
  ])
  expect(file.lines[0]?.total).toBe('1141.18')
})

describe('merge key', () => {
  const line: WrittenTransaction = {
    epochMs: Date.UTC(2025, 1, 1),
    settlementId: '1',
    type: 'order',
    orderId: '1',
    sku: 'A',
    description: 'x',
    quantity: 1,
    amounts: { productSales: '10.50' },
  }
  const keyOf = async (changed: Partial<WrittenTransaction>, style: Partial<ReportStyle> = {}): Promise<string | undefined> =>
    (await read({ ...english, columns: [...unifiedColumns, 'status', 'releasedAt'], ...style }, 'utf-8', [{ ...line, ...changed }]))
      .lines[0]?.key

  test('a release is the same transaction', async () => {
    const deferred = await keyOf({ status: 'Deferred' })
    expect(await keyOf({ status: 'Released', releasedMs: Date.UTC(2025, 1, 9) })).toBe(deferred)
    expect(deferred).toMatch(/^[0-9a-f]{32}$/)
  })
  test.each([
    ['settlement', { settlementId: '2' }],
    ['description', { description: 'y' }],
    ['places', { amounts: { productSales: '10.5' } }],
    ['marketplace', { marketplace: 'Amazon.com' }],
  ])('%s does not count', async (_, changed) => {
    expect(await keyOf(changed)).toBe(await keyOf({}))
  })
  test.each([
    ['time', { epochMs: Date.UTC(2025, 1, 1, 0, 0, 1) }],
    ['type', { type: 'refund' }],
    ['order', { orderId: '2' }],
    ['SKU', { sku: 'B' }],
    ['quantity', { quantity: 2 }],
    ['amount', { amounts: { productSales: '10.51' } }],
    ['column', { amounts: { other: '10.50' } }],
  ])('%s counts', async (_, changed) => {
    expect(await keyOf(changed)).not.toBe(await keyOf({}))
  })
  test('the currency counts', async () => {
    expect(await keyOf({}, { currency: 'CAD' })).not.toBe(await keyOf({}))
  })
  test('the description counts where nothing else tells what the line is', async () => {
    const untold: Partial<WrittenTransaction> = { type: 'Brand New', orderId: '', sku: '' }
    expect(await keyOf({ ...untold, description: 'a' })).not.toBe(await keyOf({ ...untold, description: 'b' }))
  })
})

test('state and release date are read', async () => {
  const columns: ReportColumn[] = [...form27, 'status', 'releasedAt']
  const style: ReportStyle = { ...english, columns, language: 'de', numbers: '1.234,56', dates: 'dotted', zone: utcZone }
  const [first] = sample
  if (!first) throw new Error('no sample')
  const { lines } = await read(style, 'utf-8', [
    { ...first, status: 'Freigegeben', releasedMs: Date.UTC(2025, 1, 9, 10) },
    { ...first, status: 'Aufgeschoben' },
    first,
  ])
  expect(lines.map(line => [line.status, line.releasedAt])).toEqual([
    ['released', '2025-02-09T10:00:00Z'],
    ['deferred', null],
    [null, null],
  ])
})
