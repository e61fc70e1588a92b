/** Values and how they are written: the edges of every format. */
import { expiryCode } from '#platform/format/contract-expiry.ts'
import { DATE_SHORTCUTS, relativeDays } from '#platform/format/date-ranges.ts'
import { isDate } from '#platform/format/dates.ts'
import { identityFacts } from '#platform/format/identity.ts'
import { showMoney } from '#platform/format/money.ts'
import { showFileSize, showNumber, showPercent } from '#platform/format/numbers.ts'
import { cutToCharacters, ellipsis } from '#platform/format/text.ts'
import { fullYears, longYears, shortYears } from '#platform/format/years.ts'

type Line = readonly [given: string, shown: string]
const today = '2026-11-21'
const lines = (values: readonly string[], show: (value: string) => string): Line[] => values.map(value => [value || '（空）', show(value)])
const identity = (number: string): string => {
  const facts = identityFacts(number)
  return facts === null ? '（空）' : `${facts.birthday} ${facts.sex === 'male' ? '男' : '女'}`
}
const years = (of: readonly number[]): string => `${of[0]} … ${of.at(-1)}，共 ${of.length} 年`

export const formatSamples: readonly { readonly title: string; readonly lines: readonly Line[] }[] = [
  {
    title: '金额：向下取到两位，千位分隔',
    lines: lines(['0', '1234.567', '-1234.561', '-0.001', '0.009', '12345678901234567890.1', ''], v => showMoney(v)),
  },
  { title: '数字：千位分隔', lines: lines(['1234.50', '-1000', '999', ''], v => showNumber(v)) },
  { title: '百分比：一位小数', lines: lines(['0.1234', '0.1235', '-0.0004', '-12.5'], v => showPercent(v)) },
  { title: '文件大小：MB 两位小数', lines: lines(['0', '1', '1048576', '314572800'], v => showFileSize(Number(v))) },
  {
    title: '省略：汉字算两个宽度；标签 8 个字',
    lines: [
      ['结算报表2024（宽 8）', ellipsis('结算报表2024', 8)],
      ['亚马逊结算交易明细', cutToCharacters('亚马逊结算交易明细', 8)],
    ],
  },
  {
    title: '身份证号：18 位、15 位，其他为空',
    lines: lines(['11010519491231002X', '130503670401001', '110105190002290037', '123'], identity),
  },
  {
    title: '日期格式校验',
    lines: [
      ['2026-02-28 / YYYY-MM-DD', isDate('2026-02-28', 'YYYY-MM-DD') ? '通过' : '不通过'],
      ['02/30/2026 / MM/DD/YYYY', isDate('02/30/2026', 'MM/DD/YYYY') ? '通过' : '不通过'],
      ['31/12/2026 / DD/MM/YYYY', isDate('31/12/2026', 'DD/MM/YYYY') ? '通过' : '不通过'],
    ],
  },
  {
    title: `快捷日期（今天 ${today}）`,
    lines: DATE_SHORTCUTS.map(({ title, value, condition }) => [
      `${title[0]}（${value}）`,
      condition === null ? '自己选择' : relativeDays(condition, today).join(' 至 '),
    ]),
  },
  {
    title: '年份列表',
    lines: [
      ['全部', years(fullYears(2026))],
      ['长', years(longYears(2026))],
      ['短', years(shortYears(2026))],
    ],
  },
]

export const contractSamples: readonly Line[] = ['2026-11-20', '2026-11-21', '2026-12-21', '2026-12-22', '2027-01-21', '2027-02-20'].map(
  day => [day, String(expiryCode(day, today))],
)
