/** The tables of the month report: heads, and of each row its name and its cells. The page draws them, the PDF prints them. Pure. */
import { changeOf, type Change } from '#platform/format/change.ts'
import { showMoney } from '#platform/format/money.ts'
import { MISSING, showNumber, showPercent } from '#platform/format/numbers.ts'
import { t } from '#platform/web/i18n/t.ts'
import { leftOutWords } from '#platform/web/report/change-note.tsx'
import { comparedText } from '#platform/web/report/compared-head.tsx'
import type { MonthFigure, MonthPart, MonthReport } from './answers.ts'

interface Cell {
  readonly value: string | null
  readonly kind: MonthFigure['kind']
  /** of a change: whether it is good */
  readonly tone?: Change['tone']
}
export interface MonthTable {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly name: string; readonly isSum: boolean; readonly cells: readonly Cell[]; readonly component?: string }[]
}

export function tablesOf(report: MonthReport): readonly MonthTable[] {
  const { figures, platforms, gains, losses, findings, result } = report
  return [
    figuresOf(result, figures),
    partsOf(t('各平台'), platforms, report),
    partsOf(t('{figure}增加最多的店铺', { figure: result }), gains, report),
    partsOf(t('{figure}减少最多的店铺', { figure: result }), losses, report),
    {
      title: t('待处理的问题'),
      heads: [t('问题'), t('数量'), t('涉及金额（人民币）')],
      rows: findings.map(({ title, count, amount, component }) => ({
        name: title,
        isSum: false,
        component,
        cells: [
          { value: String(count), kind: 'integer' },
          { value: amount, kind: 'money' },
        ],
      })),
    } satisfies MonthTable,
  ].filter(({ rows }) => rows.length > 0)
}

const figuresOf = (title: string, figures: readonly MonthFigure[]): MonthTable => ({
  title,
  heads: [t('项目'), t('本月'), t('上月'), t('环比'), t('去年同月'), t('同比'), t('预算'), t('与预算差异')],
  rows: figures.map(figure => ({
    name: figure.title,
    isSum: figure.isSum,
    cells: [
      { value: figure.value, kind: figure.kind },
      { value: figure.before, kind: figure.kind },
      movedFrom(figure, 'before'),
      { value: figure.yearBefore, kind: figure.kind },
      movedFrom(figure, 'yearBefore'),
      { value: figure.budget, kind: figure.kind },
      { value: changeOf(figure.value, figure.budget).difference, kind: figure.kind },
    ],
  })),
})

type Words = Pick<MonthReport, 'result' | 'hasMargin'>
const partsOf = (title: string, parts: readonly MonthPart[], { result: figure, hasMargin }: Words): MonthTable => ({
  title,
  heads: [t('名称'), t('销售收入'), figure, ...(hasMargin ? [t('利润率')] : []), t('上月{figure}', { figure }), t('增减')],
  rows: parts.map(({ name, sales, result, margin, before, now }) => ({
    name,
    isSum: false,
    cells: [
      { value: sales, kind: 'money' },
      { value: result, kind: 'money' },
      ...(hasMargin ? [{ value: margin, kind: 'percent' as const }] : []),
      { value: before, kind: 'money' },
      changeIn(now, before),
    ],
  })),
})

export function shown(value: string | null, kind: MonthFigure['kind']): string {
  if (value === null) return MISSING
  if (kind === 'percent') return showPercent(value)
  return kind === 'integer' ? showNumber(value) : showMoney(value)
}
/** Of a ratio the difference, of all else how far it moved. */
function movedFrom({ kind, better, now, ...figure }: MonthFigure, side: 'before' | 'yearBefore'): Cell {
  const { difference, rate, tone } = changeOf(now[side], figure[side], better)
  return { value: kind === 'percent' ? difference : rate, kind: 'percent', tone }
}
function changeIn(now: string | null, before: string | null): Cell {
  const { difference, tone } = changeOf(now, before, 'up')
  return { value: difference, kind: 'money', tone }
}

/** What each comparison holds, and whom and what it leaves out. */
export function comparedLines({ compared, figures, monthly }: MonthReport): readonly string[] {
  const titleOf = (name: string): string => figures.find(one => one.name === name)?.title ?? monthly[name] ?? name
  const lines = [compared.before, compared.yearBefore].flatMap(one =>
    one === undefined ? [] : [comparedText(one), ...leftOutWords(one, titleOf)],
  )
  return [...new Set(lines)]
}
