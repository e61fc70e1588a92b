/** 费用结构: each step from sales to the result, its share of sales now and before. */
import type { ReportAnswer, ReportValues } from '#platform/declare/wire.ts'
import { changeOf } from '#platform/format/change.ts'
import { compare, divide, isZero, negate } from '#platform/format/decimal.ts'
import { MISSING, showPercent } from '#platform/format/numbers.ts'
import { CardEmpty } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { shortValue } from '#platform/web/home/short-value.ts'
import { t } from '#platform/web/i18n/t.ts'
import { figuresAsked, stepsOf, urlOf, wasOf, type Question } from './ask.tsx'
import { Answered, Part } from './part.tsx'
import { useRows } from './rows.tsx'

/** What is charged is told without its sign; null: there are no sales. */
function shareOf(values: ReportValues | undefined, name: string): string | null {
  const [part, sales] = [values?.[name] ?? null, values?.['sales'] ?? null]
  if (part === null || sales === null || compare(sales, '0') <= 0) return null
  return divide(compare(part, '0') < 0 ? negate(part) : part, sales, 6, 'halfUp')
}

/** Its lines in words; steps of nothing are left out. */
export function costLines(question: Question, answer: ReportAnswer) {
  const [total] = answer.totals
  if (total === undefined) return []
  const was = wasOf(question, total)
  return stepsOf(question)
    .filter(({ name }) => !isZero(total.values[name] ?? '0') || !isZero(was?.[name] ?? '0'))
    .map(({ name, title }) => {
      const before = shareOf(was, name)
      const moved = changeOf(shareOf(total.now ?? total.values, name), before).difference
      return {
        name,
        title,
        amount: shortValue('money', total.values[name] ?? null),
        share: showPercent(shareOf(total.values, name)),
        before: showPercent(before),
        moved: moved === null ? MISSING : t('{points} 个百分点', { points: showPercent(moved).replace('%', '') }),
      }
    })
}

export function Costs({ question }: { question: Question }) {
  const query = useRows(question.definition, figuresAsked(question))
  return (
    <Part title={t('费用结构')} width={12} height={3}>
      <Answered query={query}>{answer => <Table question={question} answer={answer} />}</Answered>
    </Part>
  )
}

function Table({ question, answer }: { readonly question: Question; readonly answer: ReportAnswer }) {
  const lines = costLines(question, answer)
  if (lines.length === 0) return <CardEmpty text={t('这个期间没有数据')} />
  const isBudget = question.state.against === 'budget'
  const heads = [t('金额'), t('占销售额'), isBudget ? t('预算占比') : t('对比期占比'), t('变化')]
  return (
    <table className="zg-table zg-overview-table">
      <thead>
        <tr>
          <th scope="col">{t('项目')}</th>
          {heads.map(head => (
            <th key={head} scope="col" data-figure>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, title, amount, share, before, moved }) => {
          const url = urlOf(question, [name])
          return (
            <tr key={name}>
              <th scope="row">{url === null ? title : <CardLink to={url}>{title}</CardLink>}</th>
              <td data-figure title={amount.exact ?? undefined} className={amount.isNegative ? 'zg-negative' : undefined}>
                {amount.text}
              </td>
              <td data-figure>{share}</td>
              <td data-figure>{before}</td>
              <td data-figure>{moved}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
