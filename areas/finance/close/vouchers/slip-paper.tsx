/** A voucher as slips of A5, two on a page of A4: so many lines each, the sum in words on the last. */
import type { Row } from '#platform/declare/wire.ts'
import { capitalAmount } from '#platform/format/capital.ts'
import { sum } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import { figure, word, type Paper, type PaperRow, type PaperTable } from '#platform/web/paper/paper.ts'
import type { PaperEntry, VoucherPaper } from './answers.ts'
import { foreign, itemsOf, shown } from './slip-words.tsx'

const linesMax = 8

const rowOf = (entry: PaperEntry, base: string): PaperRow => ({
  cells: [
    word(entry.summary),
    word(`${entry.code} ${entry.account}`),
    word(itemsOf(entry)),
    word(foreign(entry, base)),
    figure(shown(entry.debit)),
    figure(shown(entry.credit)),
  ],
})

export function slipsOf(row: Row, source: string, paper: VoucherPaper): Paper {
  const [base, title] = [asText(row['baseCurrency']), asText(row['title'])]
  const { entries } = paper
  const count = Math.max(1, Math.ceil(entries.length / linesMax))
  const [debit, credit] = [sum(entries.map(one => one.debit)), sum(entries.map(one => one.credit))]
  const heads = [
    word(t('摘要')),
    word(t('科目')),
    word(t('辅助核算')),
    word(t('原币 · 汇率')),
    figure(`${t('借方')} ${base}`),
    figure(`${t('贷方')} ${base}`),
  ]
  const total: PaperRow = {
    cells: [
      word(t('合计')),
      word(base === 'CNY' ? capitalAmount(debit) : `${base} ${capitalAmount(debit)}`),
      word(''),
      word(''),
      figure(showExact(debit)),
      figure(showExact(credit)),
    ],
    isSum: true,
  }
  const tables = Array.from({ length: count }, (_, at): PaperTable => {
    const isLast = at === count - 1
    const turn: PaperRow = { cells: [word(t('转下页')), ...heads.slice(1).map(() => word(''))], isSum: true }
    const name = count === 1 ? title : `${title} (${at + 1}/${count})`
    return {
      title: t('记 账 凭 证'),
      lines: [
        [
          paper.company,
          `${t('日期')} ${asText(row['day']).slice(0, 10)}`,
          `${t('凭证字号')} ${name}`,
          `${t('来源')} ${source}`,
          `${t('附件')} ${t('{count} 张', { count: paper.sources.length })}`,
        ].join('　'),
      ],
      heads,
      rows: [...entries.slice(at * linesMax, (at + 1) * linesMax).map(one => rowOf(one, base)), isLast ? total : turn],
      foot: [`${t('制单')} ${paper.preparer === '' ? t('系统') : paper.preparer}　　${t('审核')}　　　　${t('记账')}　　　　`],
    }
  })
  return { title: `${t('记账凭证')} ${title} ${asText(row['day']).slice(0, 7)}`, lines: [], tables, slips: true }
}
