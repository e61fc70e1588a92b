import { expect, test } from 'vitest'
import { showMoney } from './money.ts'
import { showExact, showFileSize, showNumber, showPercent, withThousands } from './numbers.ts'
import { cutToCharacters, ellipsis, textWidth } from './text.ts'
import { fullYears, longYears, MONTHS, shortYears } from './years.ts'

test.each([
  ['0', '0.00'],
  ['-0', '0.00'],
  ['1234.567', '1,234.56'],
  ['-1234.561', '\u22121,234.57'],
  ['-0.001', '\u22120.01'],
  ['0.009', '0.00'],
  ['999', '999.00'],
  ['12345678901234567890.1', '12,345,678,901,234,567,890.10'],
  [null, '—'],
  [undefined, '—'],
  ['', '—'],
])('money %s shows %s', (value, shown) => expect(showMoney(value)).toBe(shown))

test('what is shown has the true minus, as wide as a plus', () => {
  expect([showMoney('-5'), showMoney('5'), showNumber('-1000'), showExact('-1000.50')]).toEqual([
    '\u22125.00',
    '5.00',
    '\u22121,000',
    '\u22121,000.50',
  ])
})

test.each([
  ['1', '1'],
  ['123', '123'],
  ['1234', '1,234'],
  ['-123456', '-123,456'],
  ['1234567.12345', '1,234,567.12345'],
  ['0.1234', '0.1234'],
])('%s with thousands is %s', (value, shown) => expect(withThousands(value)).toBe(shown))

test.each([
  ['0.1234', '12.3%'],
  ['0.12350', '12.4%'],
  ['-0.0004', '0.0%'],
  ['1', '100.0%'],
  ['-12.5', '\u22121,250.0%'],
  [null, '—'],
])('ratio %s shows %s', (ratio, shown) => expect(showPercent(ratio)).toBe(shown))

test('quantities and file sizes', () => {
  expect(showNumber('1234.50')).toBe('1,234.5')
  expect(showNumber(null)).toBe('—')
  expect(showFileSize(1_048_576)).toBe('1.00MB')
  expect(showFileSize(0)).toBe('0.00MB')
  expect(showFileSize(314_572_800)).toBe('300.00MB')
})

test('width counts non-ASCII twice and cuts no character in half', () => {
  expect(textWidth('abc结算𠮷')).toBe(9)
  expect(ellipsis('结算报表2024', 8)).toBe('结算报表…')
  expect(ellipsis('结算报表2024', 12)).toBe('结算报表2024')
  expect(ellipsis('𠮷野家', 3)).toBe('𠮷…')
  expect(cutToCharacters('亚马逊结算交易明细', 8)).toBe('亚马逊结算交易明…')
  expect(cutToCharacters('亚马逊结算交易明', 8)).toBe('亚马逊结算交易明')
})

test('year and month lists', () => {
  expect(shortYears(2026)).toEqual([2026, 2025, 2024, 2023, 2022, 2021])
  expect(longYears(2026)).toEqual([2027, 2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018])
  expect([fullYears(2026).length, fullYears(2026)[0], fullYears(2026).at(-1)]).toEqual([50, 2027, 1978])
  expect(MONTHS.map(month => month.label).join()).toBe('1月,2月,3月,4月,5月,6月,7月,8月,9月,10月,11月,12月')
})
