/** A report as it stands on the page, as a paper: what its figures hold for, the rows that are open, the totals. Pure. */
import { withThousands } from '#platform/format/numbers.ts'
import type { CompleteAnswer, MeasureDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { figure, word, type Paper, type PaperCell, type PaperRow } from '../paper/paper.ts'
import { changeText } from './change-note.tsx'
import { lateUntil } from './complete-until.tsx'
import { kindOf } from './figure.tsx'
import { periodOf } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import type { Line } from './tree.ts'

type NamesOfOne = ReadonlyMap<string, string>
/** dimension -> value -> what it is called */
export type Names = ReadonlyMap<string, NamesOfOne>

export interface ShownReport {
  readonly title: string
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly measures: readonly MeasureDefinition[]
  readonly answer: ReportAnswer
  readonly lines: readonly Line[]
  readonly complete: CompleteAnswer | null | undefined
  readonly names: Names
  /** when it is printed */
  readonly at: string
}

/** Columns up to which an upright page has room. */
const uprightMax = 5

export function paperOfReport(shown: ShownReport): Paper {
  const { title, definition, state, measures, answer, lines } = shown
  const isNamed = definition.hasCurrencies
  const titles = state.by.map(name => definition.dimensions.find(one => one.name === name)?.title ?? name)
  const cellsOf = (name: string, currency: string, figures: Figures): PaperCell[] => [
    word(name),
    ...(isNamed ? [word(currency)] : []),
    ...measures.map(one => figure(textOf(one, figures, state))),
  ]
  const rows = lines.flatMap((line): PaperRow[] => {
    if (line.kind === 'row')
      return [{ cells: cellsOf(line.path.steps.at(-1)?.label ?? '', line.row.currency, line.row), depth: line.depth }]
    const said = line.kind === 'more' ? t('还有 {count} 条没有显示', { count: withThousands(String(line.left)) }) : null
    return said === null ? [] : [{ cells: cellsOf(said, '', { values: null }), depth: line.depth }]
  })
  const { totals, converted } = answer
  const sums = [
    ...totals.map(one => ({ cells: cellsOf(t('总计'), one.currency, one), isSum: true })),
    ...(converted === undefined
      ? []
      : [{ cells: cellsOf(t('总计'), t('折合 {currency}', { currency: converted.currency }), converted), isSum: true }]),
  ]
  return {
    title,
    lines: linesOf(shown),
    tables: [
      {
        title: '',
        heads: [word(titles.join(' › ')), ...(isNamed ? [word(t('币种'))] : []), ...measures.map(one => figure(one.title))],
        rows: [...rows, ...sums],
      },
    ],
    landscape: measures.length > uprightMax,
  }
}

type Figures = Omit<Partial<ReportFigures>, 'values'> & { readonly values: ReportFigures['values'] | null }

function textOf(measure: MeasureDefinition, { values, ...rest }: Figures, { compare }: ReportState): string {
  if (values === null) return ''
  const { text } = showFigure(kindOf(measure), values[measure.name] ?? null)
  return compare === null ? text : `${text} (${changeText(measure, { values, ...rest })})`
}

/** What a figure can not be read without. */
function linesOf({ definition, state, answer, complete, names, at }: ShownReport): string[] {
  const { startDate, endDate } = periodOf(state)
  const clock = definition.clocks.find(one => one.name === state.clock) ?? definition.clocks[0]
  const words = definition.compare.find(one => one.name === state.compare)
  const late = lateUntil(complete, endDate)
  const { compared, computing } = answer
  return [
    [
      t('期间：{from} 至 {to}', { from: startDate, to: endDate }),
      ...(clock === undefined ? [] : [t('口径：{clock}', { clock: clock.title })]),
      ...(definition.hasCurrencies
        ? [t('币种：{currency}', { currency: state.currency === 'CNY' ? t('折合人民币') : t('店铺币种') })]
        : []),
      ...(words === undefined || compared === undefined
        ? []
        : [t('{rate}：对比 {from} 至 {to}', { rate: words.rate, from: compared.startDate, to: compared.endDate })]),
    ].join('　'),
    ...Object.entries(state.where).map(([name, values]) => filterSaid(definition, name, values, names.get(name))),
    ...(late === null ? [] : [t('数据完整至 {day}', { day: late })]),
    ...(computing.length === 0 ? [] : [t('计算中：{shops}', { shops: computing.join(t('、')) })]),
    t('打印于 {time}', { time: at }),
  ]
}

function filterSaid({ dimensions }: ReportDefinition, name: string, values: readonly string[], known: NamesOfOne | undefined): string {
  const title = dimensions.find(one => one.name === name)?.title ?? name
  const said = values.map(value => known?.get(value))
  return said.every(one => one !== undefined)
    ? t('{title}：{named}', { title, named: said.join(t('、')) })
    : t('{title}：已选 {count} 项', { title, count: String(values.length) })
}
