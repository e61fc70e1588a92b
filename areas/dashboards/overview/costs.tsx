/** 费用结构: each step from sales to the result, its share of sales now and before. */
import type { MeasureDefinition, ReportAnswer, ReportValues } from '#platform/declare/wire.ts'
import { differenceOf } from '#platform/format/change.ts'
import { compare, divide, isZero, negate } from '#platform/format/decimal.ts'
import { MISSING, showPercent } from '#platform/format/numbers.ts'
import { CardEmpty } from '#platform/web/home/card-frame.tsx'
import { CardLink } from '#platform/web/home/card-link.tsx'
import { shortValue } from '#platform/web/home/short-value.ts'
import { t } from '#platform/web/i18n/t.ts'
import { waterfallOf } from '#platform/web/report/measures.ts'
import { askedFor, comparisonOf, measuresIn, urlOf, wasOf, type Question } from './ask.ts'
import { Answered, Part } from './part.tsx'
import { useRows } from './rows.ts'

/** items of a budget that stand for steps of the profit */
const budgeted = ['refund', 'platformFees', 'fbaFees', 'advertisingFees', 'shippingLabel', 'others', 'productCost', 'firstLeg', 'storage']

export function Costs({ question }: { question: Question }) {
  const { definition, state } = question
  const steps = state.against === 'budget' ? measuresIn(question, budgeted) : waterfallOf(definition).slice(1, -1)
  const measures = [...measuresIn(question, ['sales']), ...steps]
  const query = useRows(definition, {
    ...question.period,
    by: [],
    where: state.where,
    measures: askedFor(question, measures),
    ...comparisonOf(question),
  })
  return (
    <Part title={t('费用结构')} width={6} height={3}>
      <Answered query={query}>{answer => <Table question={question} steps={steps} answer={answer} />}</Answered>
    </Part>
  )
}

/** What is charged is told without its sign; null: there are no sales. */
function shareOf(values: ReportValues | undefined, name: string): string | null {
  const [part, sales] = [values?.[name] ?? null, values?.['sales'] ?? null]
  if (part === null || sales === null || compare(sales, '0') <= 0) return null
  return divide(compare(part, '0') < 0 ? negate(part) : part, sales, 6, 'halfUp')
}

interface TableProps {
  readonly question: Question
  readonly steps: readonly MeasureDefinition[]
  readonly answer: ReportAnswer
}

function Table({ question, steps, answer }: TableProps) {
  const [total] = answer.totals
  if (total === undefined) return <CardEmpty text={t('这个期间没有数据')} />
  const was = wasOf(question, total)
  const now = (total as typeof total & { readonly now?: ReportValues }).now ?? total.values
  const isBudget = question.state.against === 'budget'
  return (
    <table className="zg-table zg-overview-costs">
      <thead>
        <tr>
          <th scope="col">{t('项目')}</th>
          <th scope="col" data-figure>
            {t('金额')} <small>CNY</small>
          </th>
          <th scope="col" data-figure>
            {t('占销售额')}
          </th>
          <th scope="col" data-figure>
            {isBudget ? t('预算占比') : t('对比期占比')}
          </th>
          <th scope="col" data-figure>
            {t('变化')}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps
          .filter(({ name }) => !isZero(total.values[name] ?? '0') || !isZero(was?.[name] ?? '0'))
          .map(({ name, title }) => {
            const shown = shortValue('money', total.values[name] ?? null)
            const [after, before] = [shareOf(now, name), shareOf(was, name)]
            const moved = differenceOf(after, before)
            const url = urlOf(question, [name])
            return (
              <tr key={name}>
                <th scope="row">{url === null ? title : <CardLink to={url}>{title}</CardLink>}</th>
                <td data-figure title={shown.exact ?? undefined} className={shown.isNegative ? 'zg-negative' : undefined}>
                  {shown.text}
                </td>
                <td data-figure>{showPercent(shareOf(total.values, name))}</td>
                <td data-figure>{showPercent(before)}</td>
                <td data-figure>{moved === null ? MISSING : t('{points} 个百分点', { points: showPercent(moved).replace('%', '') })}</td>
              </tr>
            )
          })}
      </tbody>
    </table>
  )
}
