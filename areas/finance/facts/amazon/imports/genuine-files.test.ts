/**
 * Every genuine file of the repository goes through the real path, upload to profit, into the shop of its marketplace: its control total to
 * the cent, and nothing twice.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, canonical } from '#platform/format/decimal.ts'
import { openImports, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { genuine, hasGenuine } from '../../../../../test/setup/genuine.ts'

interface Control {
  readonly total?: string
  /** of a settlement: what its head says and its lines make */
  readonly sum_of_lines?: string
  readonly lines: number
}
const controls = (path: string, within = ''): [string, Control][] =>
  hasGenuine(path)
    ? Object.entries(JSON.parse(readFileSync(genuine(path), 'utf8')) as Record<string, Control>).map(([name, c]) => [within + name, c])
    : []
const files = [
  ...controls('control-totals.json').filter(([name]) => /^amazon-(?:settlement-v2|transactions)\//.test(name)),
  ...['amazon-settlement-v1', 'amazon-transactions-us', 'amazon-transaction-summary'].flatMap(kind =>
    controls(`${kind}/control-totals.json`, `${kind}/`),
  ),
]
const marketplaceOf = (name: string): string => /(amazon\.[a-z.]+?)\.(?:csv|txt)$/.exec(name)?.[1] ?? 'amazon.com'

let h: ImportHouse
beforeAll(async () => {
  if (files.length > 0) h = await openImports()
})
afterAll(() => h?.close())

describe.skipIf(files.length === 0)('genuine files in the folder AMAZON_FILES, through the API', () => {
  test.each(files)('%s', async (name, control) => {
    const content = readFileSync(genuine(name))
    const total = canonical(control.total ?? control.sum_of_lines ?? '')
    const wish = { shopId: h.shop(marketplaceOf(name)) }
    const told = await h.import(name.split('/').at(-1) ?? name, content, wish)
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { refused: 0 } })
    expect(told.lines.merged + told.lines.unchanged).toBe(control.lines)
    expect(told.controlTotals.map(t => [canonical(t.file), canonical(add(t.merged, t.unchanged)), canonical(t.difference)])).toContainEqual(
      [total, total, '0'],
    )
    expect(told.controlTotals.every(t => canonical(t.difference) === '0')).toBe(true)
    expect(await h.import('again', content, wish)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: control.lines } })
  })

  test('the five settlements of amazon.ca roll forward, whichever comes first; the missing period is named', async () => {
    const shopId = h.shop('amazon.ca')
    const of = 'amazon-settlement-v1'
    const names = controls(`${of}/control-totals.json`).map(([name]) => name)
    expect(names).toHaveLength(5)
    for (const inOrder of [names.toSorted(), names.toSorted().reverse()]) {
      for (const { id } of await h.sql('select id::text as id from import_run where shop_id = $1 and state = 2 order by id desc', [shopId]))
        expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
      const notes: string[] = []
      for (const name of inOrder) notes.push(...(await h.import(name, readFileSync(genuine(`${of}/${name}`)), { shopId })).notes)
      const said = notes.join('\n')
      expect(said).toContain('结算单 23874396421 的欠款 −321.69 CAD 已结转到 23874397121，扣款 321.69 CAD，余 0 CAD')
      expect(said).toContain('结算单 24288684721 与 24495221541 之间缺少 2025-08-28 至 2025-09-11 的结算单')
      expect(said.match(/之间缺少/g)).toHaveLength(1)
    }
    const { data } = await h.clerk.post('/dataArrival/list', {
      conditionList: [
        { field: 'family', condition: 'EQ', value: 'amazonSettlement' },
        { field: 'shopId', condition: 'IN', value: shopId },
        { field: 'month', condition: 'EQ', value: '2025-09' },
      ],
    })
    expect(data.list[0]).toMatchObject({ state: 2, missingFrom: '2025-09-01' })
  })
})
