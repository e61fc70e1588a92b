/** Columns of a month: the name, its days, the sum of the row; how many are written on each day. */
import { weekday } from '#platform/format/dates.ts'
import type { GridAnswer, GridLine } from '../../../declare/wire.ts'
import type { GridColumn, PlainCell } from '../../grid/grid-columns.ts'
import type { Language } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'

const [nameWidth, phoneNameWidth, dayWidth, sumWidth] = [150, 96, 46, 64]
const weekdays: Readonly<Record<Language, string>> = { 'zh-CN': '一二三四五六日', 'en-US': 'MTWTFSS' }

function cellOf(row: GridLine, at: number, isOff: boolean): PlainCell {
  const cell = row.cells[at] ?? null
  const look = [
    'zg-month-cell',
    ...(isOff ? ['zg-month-off'] : []),
    ...(cell === null ? ['zg-month-none'] : []),
    ...(cell?.tone === undefined ? [] : [`zg-month-${cell.tone}`]),
    ...(cell?.isMarked === true ? ['zg-month-marked'] : []),
  ]
  return { text: cell?.text ?? '', look: look.join(' '), title: null }
}

export function columnsOf({ days, sums }: GridAnswer, language: Language, isMobile: boolean): GridColumn<GridLine>[] {
  const name: GridColumn<GridLine> = {
    key: 'name',
    name: t('姓名'),
    width: isMobile ? phoneNameWidth : nameWidth,
    pin: 'left',
    isFixed: true,
    plain: row => ({ text: row.note === '' ? row.name : `${row.name} ${row.note}`, look: '', title: `${row.name} ${row.note}` }),
    render: row => row.name,
    copy: row => ({ text: row.name, isText: true }),
    totals: [t('人数')],
  }
  const ofDay = days.map(({ day, isOff }, at): GridColumn<GridLine> => ({
    key: day,
    name: String(Number(day.slice(8))),
    over: weekdays[language][weekday(day) - 1] ?? '',
    width: dayWidth,
    isFixed: false,
    plain: row => cellOf(row, at, isOff),
    render: row => row.cells[at]?.text ?? '',
    copy: row => ({ text: row.cells[at]?.text ?? '', isText: true }),
    totals: [sums[at] ?? ''],
  }))
  const sum: GridColumn<GridLine> = {
    key: 'sum',
    name: t('合计'),
    width: sumWidth,
    align: 'right',
    isFixed: true,
    plain: row => ({ text: row.sum, look: '', title: null }),
    render: row => row.sum,
    copy: row => ({ text: row.sum, isText: false }),
  }
  return [name, ...ofDay, sum]
}
