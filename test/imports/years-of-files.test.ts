/** A year that nobody's business has: whatever kind of file names it, the file is refused, and no month is made for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import { kindSamples } from '../setup/kind-samples.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

/** Every year of the sample, also where a century is left out of it, is another one. */
const inYear = (content: string, century: string): string => content.replaceAll(/\b20(?=\d\d\b)|(?<=\D)20(?=\d\d[-/T ])/g, century)
const months = async (): Promise<unknown> => h.sql('select inhrelid::regclass::text as part from pg_inherits order by 1')
const dated = Object.entries(kindSamples).filter(([, sample]) => inYear(sample.content, '90') !== sample.content)

test('only kinds without a day, with years of two digits and with instants as numbers are left out', () => {
  const named = dated.map(([code]) => code)
  expect(Object.keys(kindSamples).filter(code => !named.includes(code))).toEqual([
    'amazonFeePreview',
    'amazonStock',
    'amazonListings',
    'ebayOrders',
    'walmartOrders',
  ])
})
test.each(dated)('%s', async (code, { content, path, marketplace }) => {
  const made = await months()
  for (const century of ['90', '19']) {
    const told = await h.import(`${code}.txt`, inYear(content, century), { path, shopId: h.shop(marketplace), accept: true })
    expect([century, told.state, told.lines.merged], JSON.stringify([told.errors, told.notes])).toEqual([century, 'refused', 0])
    expect(told.errors.map(error => error.reason).join()).toMatch(/年的日期|日期|时间|年份/)
  }
  expect(await months()).toEqual(made)
})
